! Items of READ and WRITE, and sections that are copied for a call, are read and written by gfortran's library on behalf of the program.
! Rank 0 puts into the elements 1 to 8 of rank 1 meanwhile.
! variant racy-write: -cpp -DWRITE_ITEM
! variant racy-read: -cpp -DREAD_ITEM
! variant racy-write-section: -cpp -DWRITE_SECTION -DFIRST=8
! variant racy-read-section: -cpp -DREAD_SECTION -DFIRST=8
! variant racy-write-unformatted: -cpp -DWRITE_UNFORMATTED
! variant racy-pass: -cpp -DPASS -DFIRST=8
! variant clean-write-and-get: -cpp -DWRITE_ITEM -DONLY_GET
! variant clean-write-array-and-get: -cpp -DWRITE_UNFORMATTED -DONLY_GET
! variant clean-write-section: -cpp -DWRITE_SECTION -DFIRST=9
! variant clean-read-section: -cpp -DREAD_SECTION -DFIRST=9
! variant clean-pass: -cpp -DPASS -DFIRST=9
! variant racy-text: -cpp -DTEXT
! variant clean-text: -cpp -DTEXT -DLATER
! needs -O0 in racy-pass: the copy is not made where the procedure is known
! variant clean-write-empty: -cpp -DWRITE_EMPTY
subroutine total(part, n, result)
  implicit none
  integer :: n, part(n), result
  result = n
end subroutine total

program io
  use mpi
  implicit none
  integer, parameter :: n = 16
  integer :: rank, win, ierr, seen, first
  integer :: x(n), values(8)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at
  character(len=100) :: text
  character(len=64) :: words
  equivalence (x, words)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 1
  values = 5
  text = '7 7 7 7'
  seen = 0
  first = 1
  open(10, form='unformatted', status='scratch')
  bytes = 4 * n
  call MPI_Win_create(x, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  at = 0
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
#ifdef ONLY_GET
    call MPI_Get(values, 8, MPI_INTEGER, 1, at, 8, MPI_INTEGER, win, ierr)
#else
    call MPI_Put(values, 8, MPI_INTEGER, 1, at, 8, MPI_INTEGER, win, ierr) ! race(item)
#endif
  else
#if defined(WRITE_ITEM)
    write(text, '(i0)') x(3) ! race(item) in racy-write
#elif defined(READ_ITEM)
    read(text, *) x(3) ! race(item) in racy-read
#elif defined(WRITE_SECTION)
    write(text, *) x(FIRST:FIRST+6:2) ! race(item) in racy-write-section
#elif defined(READ_SECTION)
    read(text, *) x(FIRST:FIRST+6:2) ! race(item) in racy-read-section
#elif defined(WRITE_UNFORMATTED)
    write(10) x ! race(item) in racy-write-unformatted
#elif defined(WRITE_EMPTY)
    write(text, *) x(first:0)
#elif defined(TEXT)
#ifdef LATER
    call MPI_Win_fence(0, win, ierr)
#endif
    write(words, '(a)') 'word' ! race(item) in racy-text
#elif defined(PASS)
    call total(x(FIRST:FIRST+6:2), 4, seen) ! race(item) in racy-pass
#endif
  end if
#ifdef LATER
  if (rank == 0) call MPI_Win_fence(0, win, ierr)
#endif
  call MPI_Win_fence(0, win, ierr)
  if (seen < 0) print *, seen, text
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program io
