! A section that is not contiguous as a buffer with mpi_f08: MPICH takes its elements where they are, and those between are not touched.
! Open MPI has it copied for the call, and so the copy is what is received into, as with mpif.h (section.f90).
! mpi: mpich
! variant racy-element: -cpp -DELEMENT=3
! variant clean-between: -cpp -DELEMENT=4
! variant racy-put: -cpp -DPUT -DELEMENT=3
! variant clean-put: -cpp -DPUT -DELEMENT=4
program f08_section
  use mpi_f08
  implicit none
  integer :: rank, values(8), whole(4)
  integer(kind=MPI_ADDRESS_KIND) :: at
  type(MPI_Request) :: request
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  values = 0
  whole = 5
  at = 0
#ifdef PUT
  call MPI_Win_create(whole, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  if (rank == 0) then
    values(1:7:2) = 6
    call MPI_Put(values(1:7:2), 4, MPI_INTEGER, 1, at, 4, MPI_INTEGER, win) ! race(put) in racy-put
    values(ELEMENT) = 3 ! race(put) in racy-put
  end if
  call MPI_Win_fence(0, win)
  if (rank == 1 .and. ELEMENT == 4 .and. any(whole /= 6)) stop 1
  call MPI_Win_free(win)
#else
  if (rank == 0) then
    call MPI_Irecv(values(1:7:2), 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request) ! race(element) in racy-element
    values(ELEMENT) = 3 ! race(element) in racy-element
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (values(1) /= 5 .or. values(7) /= 5 .or. values(2) /= 0) stop 1
  else
    call MPI_Send(whole, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD)
  end if
#endif
  call MPI_Finalize()
end program f08_section
