#include "sim/script_lexer.h"

#include <algorithm>
#include <array>
#include <limits>

namespace farsan::sim::detail {
namespace {

// Not <cctype>: what is a letter must not depend on the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
constexpr bool is_printable(char c) { return c >= ' ' && c <= '~'; }

constexpr int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

constexpr std::string_view kHexDigits = "0123456789abcdef";
// Longer ones first: `->` before anything that begins with `-`.
constexpr std::array<std::string_view, 17> kSymbols = {"..", "->", "<-", "[", ")", "*", "/", "+", ",",
                                                       ":",  ";",  "=",  "!", "@", ".", "|", "]"};

class Lexer {
 public:
  explicit Lexer(std::string_view line) : line_(line) {}

  Lexed run() && {
    while (!out_.failure && at_ < line_.size()) {
      const char c = line_[at_];
      if (is_blank(c)) {
        ++at_;
      } else if (c == '#') {
        out_.comment = std::string(line_.substr(at_ + 1));
        break;
      } else if (is_letter(c)) {
        word();
      } else if (is_digit(c)) {
        number();
      } else if (c == '"') {
        quotation();
      } else {
        symbol();
      }
    }
    return std::move(out_);
  }

 private:
  static std::uint32_t column(std::size_t at) { return static_cast<std::uint32_t>(at + 1); }
  void fail(std::size_t at, std::string message) { out_.failure = Lexed::Failure{column(at), std::move(message)}; }
  void push(TokenKind kind, std::size_t from, std::string text, std::uint64_t number = 0) {
    out_.tokens.push_back({kind, std::move(text), number, column(from), column(at_)});
  }

  void word() {
    const std::size_t from = at_;
    while (at_ < line_.size() && (is_letter(line_[at_]) || is_digit(line_[at_]))) ++at_;
    push(TokenKind::Word, from, std::string(line_.substr(from, at_ - from)));
  }

  void number() {
    const std::size_t from = at_;
    std::uint64_t base = 10;
    if (line_.substr(at_, 2) == "0x") {
      base = 16;
      at_ += 2;
    }
    std::uint64_t value = 0;
    const std::size_t digits = at_;
    for (; at_ < line_.size() && static_cast<std::uint64_t>(digit_value(line_[at_])) < base; ++at_) {
      const auto digit = static_cast<std::uint64_t>(digit_value(line_[at_]));
      if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / base) {
        return fail(from, "this number does not fit into 64 bits");
      }
      value = value * base + digit;
    }
    if (at_ == digits || (at_ < line_.size() && (is_letter(line_[at_]) || is_digit(line_[at_])))) {
      return fail(from, "neither a number nor a name: a name begins with a letter");
    }
    push(TokenKind::Number, from, std::string(line_.substr(from, at_ - from)), value);
  }

  void quotation() {
    const std::size_t from = at_++;
    std::string meaning;
    while (at_ < line_.size() && line_[at_] != '"') {
      char c = line_[at_++];
      if (c == '\\') {
        const char escape = at_ < line_.size() ? line_[at_] : '\0';
        if (escape == '\\' || escape == '"') {
          c = escape;
          ++at_;
        } else if (escape == 'x' && at_ + 2 < line_.size() && digit_value(line_[at_ + 1]) < 16 &&
                   digit_value(line_[at_ + 2]) < 16) {
          c = static_cast<char>(digit_value(line_[at_ + 1]) * 16 + digit_value(line_[at_ + 2]));
          at_ += 3;
        } else {
          return fail(at_ - 1, "unknown escape: a quotation knows \\\\, \\\" and \\xNN");
        }
      }
      meaning += c;
    }
    if (at_ == line_.size()) return fail(from, "the quotation does not end on this line");
    ++at_;
    push(TokenKind::Quoted, from, std::move(meaning));
  }

  void symbol() {
    const std::size_t from = at_;
    for (const std::string_view s : kSymbols) {
      if (line_.substr(at_, s.size()) != s) continue;
      at_ += s.size();
      return push(TokenKind::Symbol, from, std::string(s));
    }
    fail(from, "a script has no use for '" + shown(line_.substr(at_, 1)) + "'");
  }

  std::string_view line_;
  std::size_t at_ = 0;
  Lexed out_;
};

}  // namespace

Lexed lex(std::string_view line) { return Lexer(line).run(); }

bool is_rule(std::string_view line) {
  bool ruled = false;
  for (const char c : line) {
    if (c == '-' || c == '=') {
      ruled = true;
    } else if (c != '|' && c != '+' && !is_blank(c)) {
      return false;
    }
  }
  return ruled;
}

bool is_word(std::string_view text) {
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (is_printable(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += "\\x";
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 15];
    }
  }
  return out + '"';
}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out;
  for (const char c : text.substr(0, kLongest)) out += is_printable(c) ? c : '?';
  if (text.size() > kLongest) out += "...";
  return out;
}

}  // namespace farsan::sim::detail
