// The words of a script, line by line. Internal to the script's reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::sim::detail {

enum class TokenKind : std::uint8_t { Word, Number, Quoted, Symbol, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;  ///< of Quoted: what the quotation means
  std::uint64_t number = 0;
  std::uint32_t column = 0;  ///< of its first byte, counted from 1
  std::uint32_t end = 0;     ///< the column after its last byte
};

struct Lexed {
  std::vector<Token> tokens;
  std::optional<std::string> comment;
  struct Failure {
    std::uint32_t column = 0;
    std::string message;
  };
  std::optional<Failure> failure;  ///< what could not be read; the tokens before it are there
};

/// `line` has no line break. Whatever the bytes, the result is a list of tokens and at most one failure.
Lexed lex(std::string_view line);

/// A line that only rules off the table's head: made of `-`, `=`, `+`, `|` and blanks, with a `-` or `=` in it.
bool is_rule(std::string_view line);

bool is_word(std::string_view text);
/// So that `lex` reads it as one token that means `text`.
std::string quoted(std::string_view text);
/// For messages: printable, and not longer than a line.
std::string shown(std::string_view text);

}  // namespace farsan::sim::detail
