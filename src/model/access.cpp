#include "model/access.h"

namespace farsan::model {

const char* name(AccessKind kind) {
  switch (kind) {
    case AccessKind::Load: return "load";
    case AccessKind::Store: return "store";
    case AccessKind::BufferRead: return "buffer-read";
    case AccessKind::BufferWrite: return "buffer-write";
    case AccessKind::RemoteRead: return "remote-read";
    case AccessKind::RemoteWrite: return "remote-write";
    case AccessKind::RemoteAtomicRead: return "remote-atomic-read";
    case AccessKind::RemoteAtomicWrite: return "remote-atomic-write";
  }
  return "?";
}

const char* name(RaceKind kind) {
  switch (kind) {
    case RaceKind::LocalBuffer: return "local-buffer";
    case RaceKind::Remote: return "remote";
    case RaceKind::Thread: return "thread";
  }
  return "?";
}

}  // namespace farsan::model
