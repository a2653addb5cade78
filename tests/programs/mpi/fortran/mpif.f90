! With mpif.h: a lock epoch, once unlocked before the barrier and once after it.
! variant racy: -DLATE -cpp
! variant clean: -cpp
program locked
  implicit none
  include 'mpif.h'
  integer :: rank, win, ierr, value, seen
  integer :: x(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  x = 0
  bytes = 16
  call MPI_WIN_CREATE(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  value = 42
  seen = 0
  at = 1
  if (rank == 0) then
    call MPI_WIN_LOCK(MPI_LOCK_EXCLUSIVE, 1, 0, win, ierr)
    call MPI_PUT(value, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr) ! race(put)
#ifdef LATE
    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
    call MPI_WIN_UNLOCK(1, win, ierr)
#else
    call MPI_WIN_UNLOCK(1, win, ierr)
    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
#endif
  else
    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
    seen = x(2) ! race(put)
  end if
  if (seen < 0) print *, seen
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)
  call MPI_WIN_FREE(win, ierr)
  call MPI_FINALIZE(ierr)
end program locked
