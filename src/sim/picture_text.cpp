#include "sim/picture_text.h"

#include <algorithm>

namespace farsan::sim::detail {

std::string clipped(std::string_view text, std::size_t longest) {
  constexpr std::string_view kMore = "...";
  if (text.size() <= longest) return std::string(text);
  std::string out(text.substr(0, longest - std::min(longest, kMore.size())));
  return out.append(kMore.substr(0, longest));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);  // with less, no word would ever end
  std::vector<std::string> lines(1);
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    std::string_view word = text.substr(from, to - from);
    from = to + 1;
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    while (lines.back().size() + word.size() > width) {  // a word that fits nowhere is broken
      const std::size_t room = width - lines.back().size();
      lines.back() += word.substr(0, room);
      word.remove_prefix(room);
      lines.emplace_back();
    }
    lines.back() += word;
  }
  return lines;
}

std::string paragraph(std::string_view text, std::size_t width) {
  std::string out;
  for (const std::string& line : wrapped(text, width)) out += line + '\n';
  return out;
}

std::string hanging(std::string_view head, std::string_view text, std::size_t width) {
  std::string out;
  for (const std::string& line : wrapped(text, width - std::min(width, kHangingHead))) {
    out += out.empty() ? std::string(head) : std::string(kHangingHead, ' ');
    out += line + '\n';
  }
  return out;
}

}  // namespace farsan::sim::detail
