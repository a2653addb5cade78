! A window from MPI_Win_allocate, reached through a Fortran pointer, with accumulates of two origins: atomic to each other,
! not to the load of the target.
! ranks: 3
! variant racy: -DEARLY -cpp
! variant clean: -cpp
program allocated
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, win, ierr, one, seen
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at
  type(c_ptr) :: base
  integer, pointer :: x(:)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call c_f_pointer(base, x, [4])
  x(1) = 0
  one = 1
  seen = 0
  at = 0
  call MPI_Win_fence(0, win, ierr)
  if (rank /= 1) then
    call MPI_Accumulate(one, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, MPI_SUM, win, ierr) ! race(sum)
  end if
#ifndef EARLY
  call MPI_Win_fence(0, win, ierr)
#endif
  if (rank == 1) then
    seen = x(1) ! race(sum)
  end if
  call MPI_Win_fence(0, win, ierr)
  if (seen < 0) print *, seen
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program allocated
