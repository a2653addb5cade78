! The same with mpi_f08, whose names, handles and buffers are others. Errors may be left out.
! variant racy-fence: -cpp -DFENCE
! variant clean-fence: -cpp -DFENCE -DLATER
! variant racy-flush: -cpp -DFLUSH
! variant clean-flush: -cpp -DFLUSH -DLATER
! variant racy-groups: -cpp -DGROUPS
! variant clean-groups: -cpp -DGROUPS -DLATER
! variant racy-result: -cpp -DATOMIC
! variant clean-result: -cpp -DATOMIC -DLATER
program f08
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: rank, other(1), value, old, error
  integer, pointer :: x(:)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at
  type(c_ptr) :: base
  type(MPI_Win) :: win
  type(MPI_Group) :: world, group

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  bytes = 16
  at = 1
  value = rank
  old = 0
  other(1) = 1 - rank
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, x, [4])
  x = 0
  call MPI_Win_set_name(win, 'four integers')
  call MPI_Comm_group(MPI_COMM_WORLD, world)
  call MPI_Group_incl(world, 1, other, group, error)
  call MPI_Barrier(MPI_COMM_WORLD)

#if defined(FENCE)
  call MPI_Win_fence(0, win)
  if (rank == 0) call MPI_Put(value, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win) ! race(fence) in racy-fence
#ifdef LATER
  call MPI_Win_fence(0, win)
#endif
  if (rank == 1) x(2) = 7 ! race(fence) in racy-fence
  call MPI_Win_fence(0, win, error)
#elif defined(FLUSH)
  call MPI_Win_lock_all(0, win)
  if (rank == 0) then
    call MPI_Get(old, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win) ! race(flush) in racy-flush
#ifdef LATER
    call MPI_Win_flush_local(1, win)
#endif
    if (old > 5) stop 1 ! race(flush) in racy-flush
  end if
  call MPI_Win_unlock_all(win)
#elif defined(GROUPS)
  if (rank == 0) then
    call MPI_Win_start(group, 0, win)
    call MPI_Accumulate(value, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, MPI_SUM, win) ! race(groups) in racy-groups
    call MPI_Win_complete(win)
  else
    call MPI_Win_post(group, 0, win)
#ifdef LATER
    call MPI_Win_wait(win)
#endif
    if (x(2) > 5) stop 1 ! race(groups) in racy-groups
#ifndef LATER
    call MPI_Win_wait(win)
#endif
  end if
#elif defined(ATOMIC)
  call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win)
  call MPI_Fetch_and_op(value, old, MPI_INTEGER, 1, at, MPI_SUM, win) ! race(result) in racy-result
#ifdef LATER
  call MPI_Win_flush(1, win)
#endif
  old = 3 ! race(result) in racy-result
  call MPI_Win_unlock(1, win)
#endif

  call MPI_Group_free(world)
  call MPI_Group_free(group)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program f08
