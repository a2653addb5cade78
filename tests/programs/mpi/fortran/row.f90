! A row of a matrix is not contiguous in Fortran: a vector type puts it, and the columns between are not touched.
! variant racy: -DCOLUMN=3 -DROW=2 -cpp
! variant clean: -DCOLUMN=3 -DROW=1 -cpp
program row
  use mpi
  implicit none
  integer, parameter :: n = 4
  integer :: rank, win, ierr, row_type, seen
  integer :: m(n, n), values(n)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  m = 0
  values = 5
  bytes = 4 * n * n
  call MPI_Win_create(m, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Type_vector(n, 1, n, MPI_INTEGER, row_type, ierr)
  call MPI_Type_commit(row_type, ierr)
  at = 1
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(values, n, MPI_INTEGER, 1, at, 1, row_type, win, ierr) ! race(row)
  else
    m(ROW, COLUMN) = 7 ! race(row)
  end if
  call MPI_Win_fence(0, win, ierr)
  seen = m(2, 2)
  if (seen < 0) print *, seen
  call MPI_Type_free(row_type, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program row
