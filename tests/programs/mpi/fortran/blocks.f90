! Collectives with a datatype for each block, and a communicator made without waiting: what arrives orders, open buffers
! must be left alone until the request is complete.
! ranks: 2
! variant racy-buffer: -DEARLY -cpp
! variant racy-order: -DUNORDERED -cpp
! variant clean: -cpp
program blocks
  use mpi
  implicit none
  integer :: rank, win, ierr, other, request
  integer :: x(4), sent(2), got(2), seen
  integer :: counts(0:1), offsets(0:1), types(0:1)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 1
  sent = rank
  got = -1
  seen = 0
  bytes = 16
  at = 0
  counts = 1
  offsets = (/ 0, 4 /)
  types = MPI_INTEGER
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Comm_idup(MPI_COMM_WORLD, other, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)

  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(sent, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr) ! race(order) in racy-order
    call MPI_Win_flush(1, win, ierr)
  end if
#ifndef UNORDERED
  call MPI_Alltoallw(sent, counts, offsets, types, got, counts, offsets, types, other, ierr)
#endif
  if (rank == 1) then
    x(1) = 7 ! race(order) in racy-order
  end if
  call MPI_Win_unlock_all(win, ierr)

  call MPI_Ialltoallw(sent, counts, offsets, types, got, counts, offsets, types, MPI_COMM_WORLD, request, ierr) ! race(buffer) in racy-buffer
#ifdef EARLY
  if (rank == 0) then
    seen = got(2) ! race(buffer) in racy-buffer
  end if
#endif
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  seen = seen + got(1)
  if (seen < -10) print *, seen

  call MPI_Comm_free(other, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program blocks
