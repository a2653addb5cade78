// The runtime as the instrumented module sees it: its declarations, and calls of them.
//
// Every call is a source position of its own: the runtime tells accesses apart by return address. So calls are neither merged
// nor turned into jumps, and carry the position of the access. To the optimiser they touch nothing that the program can
// see, so that what surrounds them is optimised as if they were not there.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/access.h"
#include "compiler/recorders.h"

namespace farsan::compiler {

/// Whatever is less than the limit away from where it begins is on pages without marks (spans.h).
struct Bound {
  llvm::Value* distance = nullptr;
  llvm::Value* limit = nullptr;
};

/// How a piece is recorded in a loop, if `index` is less than a limit. `span` is the place of a HotSpan (pass_interface.h), with that limit
/// instead of bytes. In memory, not in registers: loops have few registers to spare, and where nothing is exposed nobody looks.
struct Hot {
  llvm::Value* index = nullptr;  ///< null: there is none
  llvm::Value* span = nullptr;
};

/// What one call records. Without `length` it is `size` bytes; with `count` there are as many pieces, `stride` apart.
struct Piece {
  Kind kind = Kind::Load;
  llvm::DebugLoc site;
  llvm::Value* address = nullptr;
  std::uint64_t size = 0;
  llvm::Align align;
  llvm::Value* length = nullptr;
  llvm::Value* stride = nullptr;
  llvm::Value* count = nullptr;
  /// If it turns out to be true, another piece records these bytes, too. (Only with `length`.)
  llvm::Value* covered = nullptr;
  /// Comparisons that take the place of the look at its page, if there are any; those of `index` come first.
  llvm::SmallVector<Bound, 2> bounds = {};
  Hot hot = {};
  /// Of its site, for what is recorded in line; null until it is needed.
  llvm::GlobalVariable* slot = nullptr;
};

class RuntimeCalls {
 public:
  explicit RuntimeCalls(llvm::Module& module) : module_(module), recorders_(module) {}

  void record(llvm::IRBuilder<>& builder, const Piece& piece);
  /// Pieces that need no call where their page only wants them recorded.
  [[nodiscard]] static bool fits_hot_cells(const Piece& piece);
  [[nodiscard]] bool can_record_in_line() const;
  /// The same as `record`, of such a piece; looks at its page itself, and calls the runtime only where that is necessary (recorders.h).
  void record_in_line(llvm::IRBuilder<>& builder, const Piece& piece, llvm::Value* table);
  /// The same of a piece that is known to be hot.
  void record_hot(llvm::IRBuilder<>& builder, const Piece& piece);
  llvm::GlobalVariable* make_slot();
  /// Lets a HotSpan from the address on, of an access like the piece, be written to `room`; its bytes.
  llvm::Value* span(llvm::IRBuilder<>& builder, const Piece& piece, llvm::Value* from, llvm::Value* room);
  /// The limit of a hot piece.
  llvm::Value* limit_of(llvm::IRBuilder<>& builder, const Hot& hot);
  /// memcpy, memmove or memset as a call of the runtime, which records it and does it.
  llvm::CallInst* routine(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments);
  /// One of constant size that only does it: it is an access like any other (access.h).
  llvm::CallInst* plain_routine(llvm::IRBuilder<>& builder, llvm::StringRef name,
                                llvm::ArrayRef<llvm::Value*> arguments);
  void enter(llvm::IRBuilder<>& builder, llvm::Value* return_address);
  void leave(llvm::IRBuilder<>& builder);

  /// How many bytes from there on are on pages without marks.
  llvm::Value* clear_bytes(llvm::IRBuilder<>& builder, llvm::Value* from);

  /// A constructor that makes the table be there before any code of this module runs.
  void add_constructor();

 private:
  llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments);
  static llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::Function& recorder,
                              llvm::ArrayRef<llvm::Value*> arguments);
  static void promise(llvm::CallInst& made);
  static void write_text(llvm::IRBuilder<>& builder, llvm::StringRef text, llvm::StringRef operands,
                         llvm::ArrayRef<llvm::Value*> values);
  void write_cell(llvm::IRBuilder<>& builder, llvm::Value* cell, llvm::Value* word);

  llvm::Module& module_;
  Recorders recorders_;
};

}  // namespace farsan::compiler
