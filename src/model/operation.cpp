#include "model/operation.h"

namespace farsan::model {

const char* name(OperationKind kind) {
  switch (kind) {
    case OperationKind::Put: return "put";
    case OperationKind::Get: return "get";
    case OperationKind::Update: return "update";
    case OperationKind::FetchUpdate: return "fetch-update";
    case OperationKind::Fetch: return "fetch";
    case OperationKind::Send: return "send";
    case OperationKind::Receive: return "receive";
  }
  return "?";
}

}  // namespace farsan::model
