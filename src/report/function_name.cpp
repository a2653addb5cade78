#include "report/function_name.h"

namespace farsan::report {

namespace {

constexpr std::string_view kOperator = "operator";

/// How many characters at the beginning are no brackets, though they look so: those of `operator<` and its like, `(anonymous namespace)`.
std::size_t plain_at(std::string_view rest) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  if (rest.starts_with(kAnonymous)) return kAnonymous.size();
  if (!rest.starts_with(kOperator)) return 0;
  for (const std::string_view sign : {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "()", "<", ">"})
    if (rest.substr(kOperator.size()).starts_with(sign)) return kOperator.size() + sign.size();
  return 0;
}

}  // namespace

std::string short_function_name(std::string_view name) {
  constexpr std::size_t kLong = 60;
  if (name.size() <= kLong) return std::string(name);
  std::string shown;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (const std::size_t plain = plain_at(name.substr(i)); plain > 0) {
      if (depth == 0) shown += name.substr(i, plain);
      i += plain - 1;
    } else if (name[i] == '<' || name[i] == '(') {
      if (depth++ == 0) shown += name[i] == '<' ? "<...>" : "(...)";
    } else if (name[i] == '>' || name[i] == ')') {
      if (depth > 0) --depth;
    } else if (depth == 0) {
      shown += name[i];
    }
  }
  return depth == 0 ? shown : std::string(name);
}

}  // namespace farsan::report
