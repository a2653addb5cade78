! A put between two fences. The target must not touch the element before the second one.
! variant racy-load: -DEARLY -cpp
! variant clean-load: -cpp
program fence
  use mpi
  implicit none
  integer :: rank, win, ierr, value, seen
  integer :: x(8)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 0
  bytes = 32
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  value = 42
  seen = 0
  at = 2
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr) ! race(put)
  end if
#ifdef EARLY
  if (rank == 1) then
    seen = x(3) ! race(put)
  end if
#endif
  call MPI_Win_fence(0, win, ierr)
  if (rank == 1) seen = x(3)
  if (seen < 0) print *, seen
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program fence
