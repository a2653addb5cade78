! Epochs with a group each that is freed at once, so that the next one may have its handle: the origins take turns.
! ranks: 3
! variant racy: -DEARLY=5 -cpp
! variant clean: -DEARLY=-1 -cpp
program groups
  use mpi
  implicit none
  integer :: rank, win, ierr, world, other, round, origin, value
  integer :: x(4), ranks(1)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 0
  bytes = 16
  at = 1
  value = rank
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  do round = 1, 6
    origin = mod(round, 2) * 2
    ranks(1) = merge(origin, 1, rank == 1)
    call MPI_Group_incl(world, 1, ranks, other, ierr)
    if (rank == 1) then
      call MPI_Win_post(other, 0, win, ierr)
      if (round == EARLY) x(2) = -1 ! race(put)
      call MPI_Win_wait(win, ierr)
      x(2) = round
    else if (rank == origin) then
      call MPI_Win_start(other, 0, win, ierr)
      call MPI_Put(value, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr) ! race(put)
      call MPI_Win_complete(win, ierr)
      value = round
    end if
    call MPI_Group_free(other, ierr)
  end do
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program groups
