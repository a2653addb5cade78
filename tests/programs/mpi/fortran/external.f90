! MPI_Pack_external reads what it packs, MPI_Unpack_external writes what it unpacks, as MPI_Pack and MPI_Unpack do.
! variant racy-pack: -DPACK -cpp
! variant racy-unpack: -DUNPACK -cpp
! variant clean-pack: -DPACK -DORDERED -cpp
! variant clean-unpack: -DUNPACK -DORDERED -cpp
program external
  use mpi
  implicit none
  integer :: rank, win, ierr, value, length
  integer :: x(4)
  character :: packed(64)
  character(len=MPI_MAX_OBJECT_NAME) :: name
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at, room, position

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 1
  value = 7
  bytes = 16
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_set_name(win, 'numbers  ', ierr)
  call MPI_Win_get_name(win, name, length, ierr)
  if (length /= 7 .or. name /= 'numbers') print *, 'another name: ', name(1:length)
  room = 64
  position = 0
  call MPI_Pack_external('external32', value, 1, MPI_INTEGER, packed, room, position, ierr)
  if (position /= 4) print *, 'not packed', position
  position = 0
  at = 0
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) call MPI_Put(value, 1, MPI_INTEGER, 1, at, 1, MPI_INTEGER, win, ierr) ! race(window)
#ifdef ORDERED
  call MPI_Win_fence(0, win, ierr)
#endif
  if (rank == 1) then
#ifdef PACK
    call MPI_Pack_external('external32', x(1), 1, MPI_INTEGER, packed, room, position, ierr) ! race(window) in racy-pack
#else
    call MPI_Unpack_external('external32', packed, room, position, x(1), 1, MPI_INTEGER, ierr) ! race(window) in racy-unpack
#endif
  end if
  call MPI_Win_fence(0, win, ierr)
#ifndef PACK
  if (rank == 1 .and. x(1) /= 7) print *, 'not unpacked', x(1)
#endif
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program external
