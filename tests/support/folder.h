// A new, empty folder for the time of a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace farsan::testing_support {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "farsan-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code gone_already;
    std::filesystem::remove_all(path_, gone_already);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace farsan::testing_support
