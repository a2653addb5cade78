! A get in a lock_all epoch: its result before the flush, and a store of the target after a barrier without a flush.
! variant racy-result: -DRESULT -cpp
! variant racy-target: -DTARGET -cpp
! variant clean: -cpp
program flush
  use mpi
  implicit none
  integer :: rank, win, ierr, got, seen
  integer :: x(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 1
  bytes = 16
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  seen = 0
  at = 0
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Get(got, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr) ! race(result) in racy-result race(target) in racy-target
#ifdef RESULT
    seen = got ! race(result) in racy-result
#endif
#ifndef TARGET
    call MPI_Win_flush(1, win, ierr)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 1) then
    x(1) = 7 ! race(target) in racy-target
  end if
  call MPI_Win_unlock_all(win, ierr)
  if (rank == 0) seen = seen + got
  if (seen < 0) print *, seen
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program flush
