#include "cli/driver_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace farsan::cli {

namespace {

using Words = std::vector<std::string>;

/// Options whose value is the next word. (Most can also have it attached; then they are one word and need no mention.)
constexpr std::array kWithValue = {
    // what goes where
    "-o",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-aux-info",
    "-J",
    // the preprocessor
    "-D",
    "-U",
    "-A",
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-imultilib",
    "-isysroot",
    "--sysroot",
    "-cxx-isystem",
    "-include-pch",
    "-ivfsoverlay",
    // the linker
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-h",
    "-rpath",
    // others
    "-B",
    "-G",
    "--param",
    "-wrapper",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-mllvm",
    "-mmlir",
    "-Xflang",
    "-target",
    "-arch",
    "-working-directory",
    "-gcc-toolchain",
    "-cc",
    "-cxx",
    "-fc",
};

/// Options that end before the linker.
constexpr std::array kBeforeLink = {"-c", "-S",        "-E",           "-M",        "-MM",        "-fsyntax-only",
                                    "-r", "-emit-ast", "--precompile", "--compile", "--assemble", "--preprocess"};

/// Beginnings of options that only ask something.
constexpr std::array kQuestions = {"--version",     "-dumpversion", "-dumpmachine", "-dumpfullversion",
                                   "-dumpspecs",    "-print-",      "--print-",     "--help",
                                   "-help",         "-show",        "--show",       "-compile_info",
                                   "-compile-info", "-link_info",   "-link-info"};

constexpr std::array kSourceEndings = {".c",   ".i",   ".ii",  ".cc",  ".cp",   ".cxx", ".cpp", ".CPP", ".c++", ".C",
                                       ".m",   ".mm",  ".M",   ".mi",  ".mii",  ".h",   ".hh",  ".H",   ".hp",  ".hxx",
                                       ".hpp", ".HPP", ".h++", ".tcc", ".cppm", ".ixx", ".cu",  ".bc",  ".ll",  ".f",
                                       ".for", ".ftn", ".f77", ".f90", ".f95",  ".f03", ".f08", ".F",   ".FOR", ".FTN",
                                       ".F77", ".fpp", ".FPP", ".F90", ".F95",  ".F03", ".F08", ".s",   ".S",   ".sx"};

template <std::size_t N>
bool contains(const std::array<const char*, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_question(std::string_view word) {
  return std::ranges::any_of(kQuestions, [&](const char* question) { return word.starts_with(question); });
}

bool has_source_ending(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return contains(kSourceEndings, ending);
}

Lto lto_of(std::string_view word, Lto before) {
  if (word == "-fno-lto") return Lto::Off;
  if (word == "-flto=thin") return Lto::Thin;
  return word == "-flto" || word.starts_with("-flto=") ? Lto::Full : before;
}

bool says_to_optimise(std::string_view word) { return word != "-O0"; }

/// The words of a response file: separated by white space, with quotes and backslashes as gcc reads them.
Words words_of(std::string_view text) {
  Words words;
  std::optional<std::string> word;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word = word.value_or("") + text[++i];
    } else if (quote != '\0') {
      if (c == quote)
        quote = '\0';
      else
        *word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      word = word.value_or("");
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
    } else {
      word = word.value_or("") + c;
    }
  }
  if (word) words.push_back(*word);
  return words;
}

/// With response files in the place of their names. Files that name each other end somewhere.
Words expanded(const Words& arguments, int depth = 8) {
  Words words;
  for (const std::string& argument : arguments) {
    std::ifstream file;
    if (argument.starts_with('@') && depth > 0) file.open(argument.substr(1), std::ios::binary);
    if (!file.is_open()) {
      words.push_back(argument);
      continue;
    }
    std::ostringstream content;
    content << file.rdbuf();
    const Words inner = expanded(words_of(content.str()), depth - 1);
    words.insert(words.end(), inner.begin(), inner.end());
  }
  return words;
}

/// It begins like -g, and says at most how the debug information is to be kept, if there is any.
bool is_about_debug_information(const std::string& word) {
  constexpr std::array kBeginnings = {"-gcc",          "-gz",
                                      "-gsplit-dwarf", "-gno-",
                                      "-grecord-",     "-gcolumn-info",
                                      "-gstrict-",     "-gpubnames",
                                      "-ggnu-",        "-gembed-source",
                                      "-gas-loc",      "-gvariable-location-views",
                                      "-gstatement-",  "-ginline-points",
                                      "-ginternal-",   "-gdescribe-dies"};
  return std::ranges::any_of(kBeginnings, [&](const char* beginning) { return word.starts_with(beginning); });
}

class Analysis {
 public:
  explicit Analysis(Words words) : words_(std::move(words)) {}

  DriverLine run() {
    for (at_ = 0; at_ < words_.size(); ++at_) take(words_[at_]);
    const bool inputs = line_.compiles || std::ranges::any_of(line_.linker_inputs, [](const LinkerInput& input) {
                          return input.kind != LinkerInput::Kind::Folder;
                        });
    line_.links = inputs && !before_link_ && !line_.asks_only;
    line_.joins = inputs && joins_ && !line_.asks_only;
    line_.compiles = line_.compiles && !line_.asks_only;
    return std::move(line_);
  }

 private:
  void take(const std::string& word) {
    if (word == "-" || !word.starts_with('-')) return take_input(word);
    if (is_question(word)) line_.asks_only = true;
    if (contains(kBeforeLink, word)) before_link_ = true;
    if (word == "-r") joins_ = true;
    if (word == "-shared") line_.shared = true;
    if (word.starts_with("-O")) line_.optimises = says_to_optimise(word);
    if (word.starts_with("-fuse-ld=")) line_.linker = word.substr(std::string_view("-fuse-ld=").size());
    if (word.starts_with("-T") || word.starts_with("-Wl,-T") || word.starts_with("-Wl,--script")) line_.script = true;
    if (word == "-ffat-lto-objects" || word == "-fno-fat-lto-objects") line_.fat = word == "-ffat-lto-objects";
    line_.lto = lto_of(word, line_.lto);
    if (word == "-static" || word == "--static" || word == "-static-pie") line_.fully_static = true;
    if (word == "-m32" || word == "-mx32" || word == "-m16") line_.narrow = word;
    if (word == "-m64") line_.narrow.clear();
    if (word.starts_with("-g") && !is_about_debug_information(word)) line_.debug = true;
    if (word.starts_with("-x"))
      take_language(word.size() > 2 ? word.substr(2) : next());
    else if (word.starts_with("-l"))
      take_library(word.size() > 2 ? word.substr(2) : next());
    else if (word.starts_with("-L"))
      add(LinkerInput::Kind::Folder, word.size() > 2 ? word.substr(2) : next());
    else if (word == "-Xlinker")
      take_linkers(next());
    else if (word.starts_with("-Wl,"))
      for (std::istringstream all(word.substr(4)); std::getline(all, word_of_linker_, ',');)
        take_linkers(word_of_linker_);
    else if (contains(kWithValue, word))
      next();
  }

  /// "mpi", or ":libmpi.so.40".
  void take_library(const std::string& name) {
    const bool whole = name.starts_with(":lib");
    add(LinkerInput::Kind::Name, whole ? name.substr(4, name.find('.') - 4) : name);
  }

  /// A word that the linker gets as it is.
  void take_linkers(const std::string& word) {
    if (word.starts_with("-l") && word.size() > 2) take_library(word.substr(2));
    if (word.starts_with("-L") && word.size() > 2) add(LinkerInput::Kind::Folder, word.substr(2));
  }

  void take_language(const std::string& language) { language_given_ = language != "none"; }

  void take_input(const std::string& file) {
    if (language_given_ || file == "-" || has_source_ending(file))
      line_.compiles = true;
    else
      add(LinkerInput::Kind::File, file);
  }

  void add(LinkerInput::Kind kind, std::string value) { line_.linker_inputs.push_back({kind, std::move(value)}); }

  std::string next() { return at_ + 1 < words_.size() ? words_[++at_] : std::string(); }

  Words words_;
  std::size_t at_ = 0;
  bool language_given_ = false;  ///< -x: endings do not count
  bool before_link_ = false;
  bool joins_ = false;  ///< -r
  std::string word_of_linker_;
  DriverLine line_;
};

}  // namespace

DriverLine analyse(const Words& arguments) { return Analysis(expanded(arguments)).run(); }

}  // namespace farsan::cli
