#include "report/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <utility>
#include <vector>

namespace farsan::report {

std::vector<session::Segment> adopt(std::span<const int> descriptors) {
  std::vector<session::Segment> segments;
  segments.reserve(descriptors.size());
  for (const int descriptor : descriptors)
    if (auto segment = session::Segment::adopt(descriptor)) segments.push_back(*std::move(segment));
  return segments;
}

std::optional<Report> report_of(std::span<const session::Segment> segments) {
  if (segments.empty()) return std::nullopt;
  std::vector<const session::Segment*> usable;
  usable.reserve(segments.size());
  for (const session::Segment& segment : segments) usable.push_back(&segment);
  return make_report(usable);
}

bool in_color(const std::string& wish) {
  if (wish != "auto") return wish == "always";
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && ::isatty(STDERR_FILENO) == 1;
}

bool write_file(const std::string& file, const std::string& content) {
  std::ofstream out(file, std::ios::binary);
  out << content;
  out.close();
  if (out) return true;
  std::cerr << "farsan: cannot write '" << file << "': " << std::strerror(errno) << "\n";
  return false;
}

}  // namespace farsan::report
