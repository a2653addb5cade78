! Buffers of non-blocking messages: a send buffer may be read, a receive buffer may not be touched before the wait.
! variant racy-receive: -DRECEIVE -cpp
! variant racy-send: -DSEND -cpp
! variant clean: -cpp
program messages
  use mpi
  implicit none
  integer :: rank, ierr, other, seen
  integer :: requests(2)
  integer :: to(4), from(4)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  other = 1 - rank
  to = 1
  from = 0
  call MPI_Irecv(from, 4, MPI_INTEGER, other, 0, MPI_COMM_WORLD, requests(1), ierr) ! race(receive) in racy-receive
  call MPI_Isend(to, 4, MPI_INTEGER, other, 0, MPI_COMM_WORLD, requests(2), ierr) ! race(send) in racy-send
  seen = to(1)
#ifdef RECEIVE
  seen = from(4) ! race(receive) in racy-receive
#endif
#ifdef SEND
  to(2) = 7 ! race(send) in racy-send
#endif
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
  to(2) = from(4)
  if (seen < 0) print *, to
  call MPI_Finalize(ierr)
end program messages
