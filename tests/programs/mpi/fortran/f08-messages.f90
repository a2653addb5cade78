! Messages and collectives with mpi_f08: requests, statuses and the values that stand for none of them, buffers in place.
! variant racy-receive: -cpp -DRECEIVE
! variant clean-receive: -cpp -DRECEIVE -DLATER
! variant racy-collective: -cpp -DCOLLECTIVE
! variant clean-collective: -cpp -DCOLLECTIVE -DLATER
! variant racy-window: -cpp -DWINDOW
! variant clean-window: -cpp -DWINDOW -DSYNCHRONOUS
program f08_messages
  use mpi_f08
  implicit none
  integer :: rank, value, values(4), sums(4), which, n
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Comm) :: copy
  type(MPI_Win) :: win
  integer(kind=MPI_ADDRESS_KIND) :: at
  logical :: flag

  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, copy)
  call MPI_Comm_rank(copy, rank)
  value = 10 + rank
  values = 0
  sums = rank
#if defined(RECEIVE)
  call MPI_Irecv(values, 4, MPI_INTEGER, 1 - rank, 5, copy, requests(1)) ! race(receive) in racy-receive
  call MPI_Isend(value, 1, MPI_INTEGER, 1 - rank, 5, copy, requests(2))
#ifdef LATER
  call MPI_Waitany(2, requests, which, status)
  if (which /= 1 .and. which /= 2) stop 1
  call MPI_Waitall(2, requests, statuses)
#endif
  values(2) = 3 ! race(receive) in racy-receive
#ifndef LATER
  call MPI_Waitall(2, requests, statuses)
  call MPI_Get_count(statuses(1), MPI_INTEGER, n)
  if (statuses(1)%MPI_SOURCE /= 1 - rank .or. statuses(1)%MPI_TAG /= 5 .or. n /= 1) stop 2
#endif
  call MPI_Irecv(values, 4, MPI_INTEGER, 1 - rank, 6, copy, requests(1))
  call MPI_Send(sums, 4, MPI_INTEGER, 1 - rank, 6, copy)
  flag = .false.
  do while (.not. flag)
    call MPI_Testall(1, requests, flag, MPI_STATUSES_IGNORE)
  end do
  if (any(values /= 1 - rank)) stop 3
  call MPI_Sendrecv(value, 1, MPI_INTEGER, 1 - rank, 7, values, 4, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, status)
  if (status%MPI_SOURCE /= 1 - rank .or. status%MPI_TAG /= 7 .or. values(1) /= 11 - rank) stop 4
  call MPI_Sendrecv(value, 1, MPI_INTEGER, 1 - rank, 7, values, 4, MPI_INTEGER, 1 - rank, 7, copy, MPI_STATUS_IGNORE)
#elif defined(COLLECTIVE)
  call MPI_Iallreduce(MPI_IN_PLACE, sums, 4, MPI_INTEGER, MPI_SUM, copy, requests(1)) ! race(collective) in racy-collective
#ifdef LATER
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
#endif
  if (sums(1) > 1) stop 1 ! race(collective) in racy-collective
#ifndef LATER
  call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
#endif
  if (any(sums /= 1)) stop 2
  call MPI_Allreduce(value, values, 1, MPI_INTEGER, MPI_MAX, copy)
  if (values(1) /= 11) stop 3
#elif defined(WINDOW)
  ! What rank 0 does after a synchronous send comes after the store of rank 1, who stores before it receives.
  call MPI_Win_create(values, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, copy, win)
  at = 0
  if (rank == 0) then
#ifdef SYNCHRONOUS
    call MPI_Ssend(value, 1, MPI_INTEGER, 1, 0, copy)
#else
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, copy)
#endif
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win)
    call MPI_Get(sums, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win) ! race(window) in racy-window
    call MPI_Win_unlock(1, win)
  else
    values(1) = 5 ! race(window) in racy-window
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, copy, MPI_STATUS_IGNORE)
  end if
  call MPI_Win_free(win)
#endif
  call MPI_Comm_free(copy)
  call MPI_Finalize()
end program f08_messages
