! What looks like an access and is none: INQUIRE(IOLENGTH=) asks how long items are, and a mask that is absent is not looked at.
! variant racy-write: -cpp -DWRITE
! variant racy-no-mask: -cpp -DMASK
! variant clean-iolength: -cpp -DIOLENGTH
! variant clean-private: -cpp -DPRIVATE
program unread
  use mpi
  use iso_c_binding
  implicit none
  integer :: rank, ierr, win, length, place(1)
  integer(MPI_ADDRESS_KIND) :: bytes
  integer :: x(8), y(8), one(1)
  character(80) :: text

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 1
  y = 1
  one = 7
  bytes = 32
  length = 0
  text = ''
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  bytes = 2
  if (rank == 0) call MPI_Put(one, 1, MPI_INTEGER, 1, bytes, 1, MPI_INTEGER, win, ierr) ! race(read) in racy-*
  if (rank == 1) then
#if defined WRITE
    write (text, *) x ! race(read) in racy-write
#elif defined MASK
    place = largest(x)
    length = place(1)
#elif defined IOLENGTH
    inquire (iolength=length) x
#else
    place = largest(y)
    length = place(1)
#endif
  end if
  call MPI_Win_fence(0, win, ierr)
  if (length < 0) print *, text, length, y
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)

contains
  function largest(of, mask)
    integer, intent(in) :: of(:)
    logical, intent(in), optional :: mask(:)
    integer :: largest(1)
    largest = maxloc(of, mask=mask) ! race(read) in racy-no-mask
  end function largest
end program unread
