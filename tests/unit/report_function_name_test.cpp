#include "report/function_name.h"

#include <gtest/gtest.h>

namespace farsan::report {
namespace {

TEST(FunctionName, IsAsItIsIfItIsShort) {
  EXPECT_EQ(short_function_name("main"), "main");
  EXPECT_EQ(short_function_name("std::vector<int>::push_back(int const&)"), "std::vector<int>::push_back(int const&)");
}

TEST(FunctionName, HasNothingInBracketsIfItIsLong) {
  EXPECT_EQ(
      short_function_name("void std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int>>, long>("
                          "__gnu_cxx::__normal_iterator<int*, std::vector<int>>, long)"),
      "void std::__introsort_loop<...>(...)");
  EXPECT_EQ(
      short_function_name("(anonymous namespace)::Solver<double, std::allocator<double>>::sweep(double, double) const"),
      "(anonymous namespace)::Solver<...>::sweep(...) const");
}

TEST(FunctionName, OperatorsAreNoBrackets) {
  EXPECT_EQ(
      short_function_name("std::basic_ostream<char, std::char_traits<char>>& std::operator<< <std::char_traits<char>>("
                          "std::basic_ostream<char>&, char const*)"),
      "std::basic_ostream<...>& std::operator<< <...>(...)");
  EXPECT_EQ(
      short_function_name("bool lattice::operator<(lattice::Site<double, 3> const&, lattice::Site<double, 3> const&)"),
      "bool lattice::operator<(...)");
  EXPECT_EQ(
      short_function_name("lattice::Field<double, std::allocator<double>>::operator()(unsigned long, unsigned long)"),
      "lattice::Field<...>::operator()(...)");
}

TEST(FunctionName, WhatDoesNotFitStaysAsItIs) {
  const std::string odd(80, '<');
  EXPECT_EQ(short_function_name(odd), odd);
}

}  // namespace
}  // namespace farsan::report
