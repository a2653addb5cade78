! A section that is not contiguous is copied for a procedure that wants it to be, and the copy is what a message is received into. It is copied back, and
! gone, when the call returns: long before the message is there.
! variant racy-receive: -cpp -DRECEIVE
! variant clean-blocking: -cpp -DBLOCKING
! variant clean-contiguous: -cpp
program section
  use mpi
  implicit none
  integer :: rank, ierr, request
  integer :: values(8, 4), first(4)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  values = rank
  if (rank == 0) then
#ifdef BLOCKING
    call blocking(values(1, :))
#elif defined RECEIVE
    call later(values(1, :), request) ! race(copy) in racy-receive
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#else
    call later(values(1:4, 1), request)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
  else
    first = 1
    call MPI_Barrier(MPI_COMM_SELF, ierr)
    call MPI_Send(first, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr)
  end if
  if (sum(values) < 0) print *, values
  call MPI_Finalize(ierr)

contains
  subroutine later(into, done)
    integer, intent(inout), contiguous :: into(:)
    integer, intent(out) :: done
    integer :: error
    call MPI_Irecv(into, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, done, error) ! race(copy) in racy-receive
  end subroutine later
  subroutine blocking(into)
    integer, intent(inout), contiguous :: into(:)
    integer :: error
    call MPI_Recv(into, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine blocking
end program section
