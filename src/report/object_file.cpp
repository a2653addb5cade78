#include "report/object_file.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace farsan::report {

namespace {

struct Free {
  void operator()(void* p) const { std::free(p); }  // NOLINT(cppcoreguidelines-no-malloc): libdw allocates so
};

}  // namespace

std::string demangled(const char* name) {
  if (!std::string_view(name).starts_with("_Z")) return name;
  const std::unique_ptr<char, Free> plain(abi::__cxa_demangle(name, nullptr, nullptr, nullptr));
  return plain ? plain.get() : name;
}

namespace {

struct EndDwfl {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

/// Code of one compilation unit or function.
struct CodeRange {
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  Dwarf_Die die{};
};

/// Linkers give code that they threw away (a second copy of a template) the address 0 or 1.
constexpr Dwarf_Addr kDiscarded = 1;

const Dwfl_Callbacks& callbacks() {
  static const Dwfl_Callbacks kOffline = {
      .find_elf = dwfl_build_id_find_elf,
      .find_debuginfo = dwfl_standard_find_debuginfo,
      .section_address = dwfl_offline_section_address,
      .debuginfo_path = nullptr,
  };
  return kOffline;
}

const char* attribute_string(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  return dwarf_formstring(dwarf_attr_integrate(die, attribute, &found));
}

std::string function_name(Dwarf_Die* die) {
  for (const unsigned attribute : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    const char* name = attribute_string(die, attribute);
    if (name != nullptr && std::string_view(name).starts_with("_Z")) return demangled(name);
  }
  const char* name = attribute_string(die, DW_AT_name);
  return name == nullptr ? "" : name;
}

std::uint32_t attribute_number(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(die, attribute, &found), &value) != 0) return 0;
  return static_cast<std::uint32_t>(value);
}

/// libdw has joined the directories of the line table; what is left to join is a relative one with the unit's own.
std::string absolute(const char* file, Dwarf_Die* unit) {
  if (file == nullptr) return {};
  std::filesystem::path path(file);
  const char* directory = attribute_string(unit, DW_AT_comp_dir);
  if (path.is_relative() && directory != nullptr) path = std::filesystem::path(directory) / path;
  return path.lexically_normal().string();
}

void set_line(Frame& frame, Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  int number = 0;
  int column = 0;
  if (line == nullptr || dwarf_lineno(line, &number) != 0 || number <= 0) return;
  frame.file = absolute(dwarf_linesrc(line, nullptr, nullptr), unit);
  frame.line = static_cast<std::uint32_t>(number);
  if (dwarf_linecol(line, &column) == 0 && column > 0) frame.column = static_cast<std::uint32_t>(column);
}

/// The frame that `inlined` was inlined into.
Frame call_site(Dwarf_Die* inlined, Dwarf_Die* unit) {
  Frame frame;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  const std::uint32_t file = attribute_number(inlined, DW_AT_call_file);
  if (dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
    frame.file = absolute(dwarf_filesrc(files, file, nullptr, nullptr), unit);
  frame.line = attribute_number(inlined, DW_AT_call_line);
  frame.column = attribute_number(inlined, DW_AT_call_column);
  return frame;
}

/// The code of `die`, added to `ranges`.
void add_ranges(std::vector<CodeRange>& ranges, Dwarf_Die* die) {
  CodeRange range;
  range.die = *die;
  Dwarf_Addr base = 0;
  ptrdiff_t offset = 0;
  while ((offset = dwarf_ranges(die, offset, &base, &range.begin, &range.end)) > 0)
    if (range.begin > kDiscarded) ranges.push_back(range);
}

const CodeRange* range_at(const std::vector<CodeRange>& sorted, Dwarf_Addr address) {
  auto after = std::ranges::upper_bound(sorted, address, {}, &CodeRange::begin);
  if (after == sorted.begin()) return nullptr;
  --after;
  return address < after->end ? &*after : nullptr;
}

/// Calls `visit` with each child of `die`, until it says that it has seen enough.
template <class Visit>
void visit_children(Dwarf_Die die, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return;
  do {
    if (visit(child)) return;
  } while (dwarf_siblingof(&child, &child) == 0);
}

/// Functions may be described inside of what has no code at all (clang: namespaces, gfortran: modules), or other code
/// (gfortran: internal procedures). dwarf_getscopes(), which asks every scope on the way for its code, does not find those.
void add_functions(std::vector<CodeRange>& functions, const Dwarf_Die& parent) {
  visit_children(parent, [&](Dwarf_Die& child) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_subprogram:
        add_ranges(functions, &child);
        add_functions(functions, child);
        break;
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_lexical_block: add_functions(functions, child); break;
      default: break;
    }
    return false;
  });
}

/// With -gsplit-dwarf the object file has the lines of a unit, and another file its functions.
Dwarf_Die with_functions(const Dwarf_Die& unit) {
  std::uint8_t type = 0;
  Dwarf_Die split{};
  const bool known = dwarf_cu_info(unit.cu, nullptr, &type, nullptr, &split, nullptr, nullptr, nullptr) == 0;
  return known && type == DW_UT_skeleton && split.addr != nullptr ? split : unit;
}

/// The part of `scope`, a function or something in it, that has the code at an address.
std::optional<Dwarf_Die> inner_scope(const Dwarf_Die& scope, Dwarf_Addr address) {
  std::optional<Dwarf_Die> found;
  visit_children(scope, [&](Dwarf_Die& child) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_inlined_subroutine:
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        if (dwarf_haspc(&child, address) > 0) found = child;
        break;
      default: break;
    }
    return found.has_value();
  });
  return found;
}

/// A function, and what is inlined into it at an address, innermost first.
std::vector<Dwarf_Die> with_inlined(const Dwarf_Die& function, Dwarf_Addr address) {
  std::vector<Dwarf_Die> chain{function};
  for (std::optional<Dwarf_Die> scope = function; (scope = inner_scope(*scope, address));)
    if (dwarf_tag(&*scope) == DW_TAG_inlined_subroutine) chain.push_back(*scope);
  std::ranges::reverse(chain);
  return chain;
}

}  // namespace

struct ObjectFile::Content {
  std::unique_ptr<Dwfl, EndDwfl> dwfl;
  Dwfl_Module* module = nullptr;
  Dwarf_Addr bias = 0;  ///< where libdwfl pretends that the file is loaded
  Dwarf* dwarf = nullptr;
  Dwarf_Addr dwarf_bias = 0;
  std::vector<CodeRange> units;  ///< by address. Made here because clang writes no .debug_aranges
  std::unordered_map<Dwarf_Off, std::vector<CodeRange>> functions;  ///< by address, of units that were asked for

  bool open(const std::string& path);
  void index_units();
  [[nodiscard]] std::string_view build_id() const;
  [[nodiscard]] std::optional<Dwarf_Die> function_at(Dwarf_Die unit, Dwarf_Addr address);
  [[nodiscard]] std::vector<Frame> frames(Dwarf_Addr address);
};

bool ObjectFile::Content::open(const std::string& path) {
  dwfl.reset(dwfl_begin(&callbacks()));
  if (!dwfl) return false;
  dwfl_report_begin(dwfl.get());
  module = dwfl_report_offline(dwfl.get(), path.c_str(), path.c_str(), -1);
  dwfl_report_end(dwfl.get(), nullptr, nullptr);
  if (module == nullptr || dwfl_module_getelf(module, &bias) == nullptr) return false;
  dwarf = dwfl_module_getdwarf(module, &dwarf_bias);
  if (dwarf != nullptr) index_units();
  return true;
}

std::string_view ObjectFile::Content::build_id() const {
  const unsigned char* bytes = nullptr;
  GElf_Addr at = 0;
  const int size = dwfl_module_build_id(module, &bytes, &at);
  return size <= 0 ? std::string_view()
                   : std::string_view(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

void ObjectFile::Content::index_units() {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) add_ranges(units, &die);
  std::ranges::sort(units, {}, &CodeRange::begin);
}

std::optional<Dwarf_Die> ObjectFile::Content::function_at(Dwarf_Die unit, Dwarf_Addr address) {
  const auto [known, added] = functions.try_emplace(dwarf_dieoffset(&unit));
  if (added) {
    add_functions(known->second, with_functions(unit));
    std::ranges::sort(known->second, {}, &CodeRange::begin);
  }
  const CodeRange* range = range_at(known->second, address);
  if (range == nullptr) return std::nullopt;
  return range->die;
}

std::vector<Frame> ObjectFile::Content::frames(Dwarf_Addr address) {
  const CodeRange* range = range_at(units, address);
  if (range == nullptr) return {};
  Dwarf_Die unit = range->die;
  std::vector<Frame> frames(1);
  set_line(frames.back(), &unit, address);
  const auto function = function_at(unit, address);
  if (!function) return frames;
  for (Dwarf_Die& scope : with_inlined(*function, address)) {
    frames.back().function = function_name(&scope);
    if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine) frames.push_back(call_site(&scope, &unit));
  }
  return frames;
}

ObjectFile::ObjectFile(const std::string& path, std::string_view build_id) : content_(std::make_unique<Content>()) {
  const bool readable = content_->open(path);
  const std::string_view found = readable ? content_->build_id() : std::string_view();
  is_replaced_ = !build_id.empty() && !found.empty() && build_id != found;
  if (!readable || is_replaced_) content_.reset();
}
ObjectFile::ObjectFile(ObjectFile&&) noexcept = default;
ObjectFile& ObjectFile::operator=(ObjectFile&&) noexcept = default;
ObjectFile::~ObjectFile() = default;

std::vector<Frame> ObjectFile::frames(std::uint64_t address) const {
  if (!content_) return {};
  const Dwarf_Addr loaded = address + content_->bias;
  std::vector<Frame> frames = content_->frames(loaded - content_->dwarf_bias);
  if (frames.empty() || frames.back().function.empty()) {
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* name = dwfl_module_addrinfo(content_->module, loaded, &offset, &symbol, nullptr, nullptr, nullptr);
    if (name != nullptr) {
      if (frames.empty()) frames.emplace_back();
      frames.back().function = demangled(name);
    }
  }
  return frames;
}

}  // namespace farsan::report
