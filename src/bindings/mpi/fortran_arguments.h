// How arguments of Fortran calls (all of them addresses) become those of the C routine, and what has to be written back.
// A kind is made of the address and is the C argument; what it returns to Fortran it writes when it is destroyed.
#pragma once

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace farsan::mpi::fortran {

/// Addresses by which a Fortran program says MPI_BOTTOM and the like.
[[nodiscard]] bool is_bottom(const void* at);
[[nodiscard]] bool is_in_place(const void* at);
[[nodiscard]] bool is_status_ignore(const void* at);
[[nodiscard]] bool is_statuses_ignore(const void* at);
[[nodiscard]] bool is_unweighted(const void* at);

/// Ends of statuses in a Fortran array.
inline constexpr std::size_t kStatusSize = sizeof(MPI_Status) / sizeof(MPI_Fint);

struct Buffer {
  explicit Buffer(void* at) : buffer(is_bottom(at) ? MPI_BOTTOM : is_in_place(at) ? MPI_IN_PLACE : at) {}
  operator void*() const { return buffer; }
  void* buffer;
};

/// A value that is the same in both languages.
template <class T>
struct Value {
  explicit Value(void* at) : value(*static_cast<T*>(at)) {}
  operator T() const { return value; }
  T value;
};
using Int = Value<int>;
using Aint = Value<MPI_Aint>;

/// An array or a result that is the same in both languages.
template <class T>
struct Same {
  explicit Same(void* at) : values(static_cast<T*>(at)) {}
  operator T*() const { return values; }
  T* values;
};
using Ints = Same<int>;
using Aints = Same<MPI_Aint>;

/// Text, whose length comes behind all arguments. Blanks at its end are none of it.
class Characters {
 public:
  Characters(const void* at, int length) : text_(static_cast<const char*>(at), static_cast<std::size_t>(length)) {
    text_.erase(text_.find_last_not_of(' ') + 1);
  }
  operator const char*() const { return text_.c_str(); }

 private:
  std::string text_;
};

struct Weights {
  explicit Weights(void* at) : values(is_unweighted(at) ? MPI_UNWEIGHTED : static_cast<int*>(at)) {}
  operator int*() const { return values; }
  int* values;
};

/// A handle that goes in.
template <class Handle, Handle (*ToC)(MPI_Fint)>
struct In {
  explicit In(void* at) : handle(ToC(*static_cast<MPI_Fint*>(at))) {}
  operator Handle() const { return handle; }
  Handle handle;
};
/// A handle that comes out, or goes in and comes out.
template <class Handle, Handle (*ToC)(MPI_Fint), MPI_Fint (*ToFortran)(Handle)>
struct InOut {
  explicit InOut(void* at) : place(static_cast<MPI_Fint*>(at)), handle(ToC(*place)) {}
  InOut(const InOut&) = delete;
  InOut(InOut&&) = delete;
  InOut& operator=(const InOut&) = delete;
  InOut& operator=(InOut&&) = delete;
  ~InOut() { *place = ToFortran(handle); }
  operator Handle*() { return &handle; }
  MPI_Fint* place;
  Handle handle;
};
template <class Handle, MPI_Fint (*ToFortran)(Handle)>
struct Out {  // left alone where the library did not set it: it refused the call
  explicit Out(void* at) : place(static_cast<MPI_Fint*>(at)) {}
  Out(const Out&) = delete;
  Out(Out&&) = delete;
  Out& operator=(const Out&) = delete;
  Out& operator=(Out&&) = delete;
  ~Out() {
    if (handle != Handle{}) *place = ToFortran(handle);
  }
  operator Handle*() { return &handle; }
  MPI_Fint* place;
  Handle handle{};
};

// The conversions are macros in one of the libraries.
inline MPI_Comm comm_c(MPI_Fint f) { return PMPI_Comm_f2c(f); }
inline MPI_Fint comm_f(MPI_Comm c) { return PMPI_Comm_c2f(c); }
inline MPI_Win win_c(MPI_Fint f) { return PMPI_Win_f2c(f); }
inline MPI_Fint win_f(MPI_Win c) { return PMPI_Win_c2f(c); }
inline MPI_Datatype type_c(MPI_Fint f) { return PMPI_Type_f2c(f); }
inline MPI_Fint type_f(MPI_Datatype c) { return PMPI_Type_c2f(c); }
inline MPI_Request request_c(MPI_Fint f) { return PMPI_Request_f2c(f); }
inline MPI_Fint request_f(MPI_Request c) { return PMPI_Request_c2f(c); }
inline MPI_Message message_c(MPI_Fint f) { return PMPI_Message_f2c(f); }
inline MPI_Fint message_f(MPI_Message c) { return PMPI_Message_c2f(c); }
inline MPI_Op op_c(MPI_Fint f) { return PMPI_Op_f2c(f); }
inline MPI_Group group_c(MPI_Fint f) { return PMPI_Group_f2c(f); }
inline MPI_Fint group_f(MPI_Group c) { return PMPI_Group_c2f(c); }
inline MPI_Info info_c(MPI_Fint f) { return PMPI_Info_f2c(f); }
inline MPI_File file_c(MPI_Fint f) { return PMPI_File_f2c(f); }

using Comm = In<MPI_Comm, comm_c>;
using CommOut = Out<MPI_Comm, comm_f>;
using CommInOut = InOut<MPI_Comm, comm_c, comm_f>;
using Win = In<MPI_Win, win_c>;
using WinOut = Out<MPI_Win, win_f>;
using WinInOut = InOut<MPI_Win, win_c, win_f>;
using Type = In<MPI_Datatype, type_c>;
using TypeInOut = InOut<MPI_Datatype, type_c, type_f>;
using Request = In<MPI_Request, request_c>;
using RequestOut = Out<MPI_Request, request_f>;
using RequestInOut = InOut<MPI_Request, request_c, request_f>;
using MessageOut = Out<MPI_Message, message_f>;
using MessageInOut = InOut<MPI_Message, message_c, message_f>;
using Op = In<MPI_Op, op_c>;
using Group = In<MPI_Group, group_c>;
using GroupInOut = InOut<MPI_Group, group_c, group_f>;
using Info = In<MPI_Info, info_c>;
using File = In<MPI_File, file_c>;

/// A logical goes in; .true. is any odd number where we know it.
struct Logical {
  explicit Logical(void* at) : value(*static_cast<MPI_Fint*>(at) != 0 ? 1 : 0) {}
  operator int() const { return value; }
  int value;
};
struct Logicals {
  explicit Logicals(void* at) : values(static_cast<int*>(at)) {}
  operator int*() const { return values; }
  int* values;
};
/// A flag comes out as a logical.
struct Flag {
  explicit Flag(void* at) : place(static_cast<MPI_Fint*>(at)) {}
  Flag(const Flag&) = delete;
  Flag(Flag&&) = delete;
  Flag& operator=(const Flag&) = delete;
  Flag& operator=(Flag&&) = delete;
  ~Flag() { *place = value != 0 ? 1 : 0; }
  operator int*() { return &value; }
  MPI_Fint* place;
  int value = 0;
};

struct Status {
  explicit Status(void* at) : place(is_status_ignore(at) ? nullptr : static_cast<MPI_Fint*>(at)) {}
  Status(const Status&) = delete;
  Status(Status&&) = delete;
  Status& operator=(const Status&) = delete;
  Status& operator=(Status&&) = delete;
  ~Status() {
    if (place != nullptr) PMPI_Status_c2f(&status, place);
  }
  operator MPI_Status*() { return place == nullptr ? MPI_STATUS_IGNORE : &status; }
  MPI_Fint* place;
  MPI_Status status{};
};

/// Arrays of requests and statuses: their size is another argument.
class Requests {
 public:
  Requests(int count, void* at) : place_(static_cast<MPI_Fint*>(at)) {
    for (int i = 0; i < count; ++i) handles_.push_back(request_c(place_[i]));
  }
  Requests(const Requests&) = delete;
  Requests(Requests&&) = delete;
  Requests& operator=(const Requests&) = delete;
  Requests& operator=(Requests&&) = delete;
  ~Requests() {
    for (std::size_t i = 0; i < handles_.size(); ++i) place_[i] = request_f(handles_[i]);
  }
  operator MPI_Request*() { return handles_.data(); }

 private:
  MPI_Fint* place_;
  std::vector<MPI_Request> handles_;
};
class Statuses {
 public:
  Statuses(int count, void* at)
      : place_(is_statuses_ignore(at) ? nullptr : static_cast<MPI_Fint*>(at)),
        statuses_(place_ == nullptr ? 0 : static_cast<std::size_t>(std::max(count, 0))) {}
  Statuses(const Statuses&) = delete;
  Statuses(Statuses&&) = delete;
  Statuses& operator=(const Statuses&) = delete;
  Statuses& operator=(Statuses&&) = delete;
  ~Statuses() {
    for (std::size_t i = 0; i < statuses_.size(); ++i) PMPI_Status_c2f(&statuses_[i], place_ + i * kStatusSize);
  }
  operator MPI_Status*() { return place_ == nullptr ? MPI_STATUSES_IGNORE : statuses_.data(); }

 private:
  MPI_Fint* place_;
  std::vector<MPI_Status> statuses_;
};

}  // namespace farsan::mpi::fortran
