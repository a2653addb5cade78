#include "model/completion.h"

namespace farsan::model {

const char* name(CompletionKind kind) {
  switch (kind) {
    case CompletionKind::CollectiveFlush: return "collective flush";
    case CompletionKind::LocalFlush: return "local flush";
    case CompletionKind::RemoteFlush: return "remote flush";
    case CompletionKind::LocalComplete: return "local complete";
    case CompletionKind::FullComplete: return "full complete";
  }
  return "?";
}

}  // namespace farsan::model
