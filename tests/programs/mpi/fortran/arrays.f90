! Array intrinsics that gfortran leaves to its library, on behalf of the program. Rank 0 puts into the first column of rank 1's x
! meanwhile.
! variant racy-matmul: -cpp -finline-matmul-limit=0 -DMATMUL
! variant racy-matmul-result: -cpp -finline-matmul-limit=0 -DMATMUL_RESULT
! variant clean-matmul-section: -cpp -finline-matmul-limit=0 -DMATMUL_SECTION
! variant racy-reshape: -cpp -finline-matmul-limit=0 -DRESHAPE
! variant clean-reshape-less: -cpp -finline-matmul-limit=0 -DRESHAPE_LESS
! variant racy-reshape-result: -cpp -finline-matmul-limit=0 -DRESHAPE_RESULT
! variant racy-maxval: -cpp -finline-matmul-limit=0 -DMAXVAL
! variant clean-maxval-section: -cpp -finline-matmul-limit=0 -DMAXVAL_SECTION
! variant racy-maxval-mask: -cpp -finline-matmul-limit=0 -DMAXVAL_MASK
! variant clean-maxval-other-mask: -cpp -finline-matmul-limit=0 -DMAXVAL_OTHER_MASK
! variant racy-cshift: -cpp -finline-matmul-limit=0 -DCSHIFT
! variant racy-eoshift: -cpp -finline-matmul-limit=0 -DEOSHIFT
! variant clean-eoshift-out: -cpp -finline-matmul-limit=0 -DEOSHIFT_OUT
! variant racy-pack: -cpp -finline-matmul-limit=0 -DPACK
! variant clean-pack-others: -cpp -finline-matmul-limit=0 -DPACK_OTHERS
! variant racy-unpack: -cpp -finline-matmul-limit=0 -DUNPACK
! variant racy-unpack-field: -cpp -finline-matmul-limit=0 -DUNPACK_FIELD
! variant clean-unpack-other-field: -cpp -finline-matmul-limit=0 -DUNPACK_OTHER_FIELD
! variant racy-spread: -cpp -finline-matmul-limit=0 -DSPREAD
! variant racy-spread-result: -cpp -finline-matmul-limit=0 -DSPREAD_RESULT
! variant clean-spread-column: -cpp -finline-matmul-limit=0 -DSPREAD_COLUMN
! variant racy-maxloc: -cpp -finline-matmul-limit=0 -DMAXLOC
! variant clean-maxloc-section: -cpp -finline-matmul-limit=0 -DMAXLOC_SECTION
! variant racy-norm2: -cpp -finline-matmul-limit=0 -DNORM2
! variant racy-random: -cpp -finline-matmul-limit=0 -DRANDOM
! variant clean-random-section: -cpp -finline-matmul-limit=0 -DRANDOM_SECTION
program arrays
  use mpi
  implicit none
  integer :: rank, win, ierr, place(2)
  real(8) :: x(4, 4), y(4, 4), z(4, 4), line(16), row(4), values(4)
  logical :: first(4, 4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, at

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = 1
  y = 2
  z = 3
  line = 4
  row = 5
  values = 6
  place = 0
  first = .false.
  first(:, 1) = .true.
  bytes = 8 * 16
  call MPI_Win_create(x, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  at = 0
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(values, 4, MPI_DOUBLE_PRECISION, 1, at, 4, MPI_DOUBLE_PRECISION, win, ierr) ! race(array)
  else
#if defined(MATMUL)
    y = matmul(x, z) ! race(array) in racy-matmul
#elif defined(MATMUL_RESULT)
    x = matmul(y, z) ! race(array) in racy-matmul-result
#elif defined(MATMUL_SECTION)
    y(:, 2:4) = matmul(x(:, 2:4), z(2:4, 2:4))
#elif defined(RESHAPE)
    line = reshape(x, [16]) ! race(array) in racy-reshape
#elif defined(RESHAPE_LESS)
    line(1:8) = reshape(x(:, 2:4), [8])
#elif defined(RESHAPE_RESULT)
    x = reshape(line, [4, 4]) ! race(array) in racy-reshape-result
#elif defined(MAXVAL)
    row = maxval(x, dim=2) ! race(array) in racy-maxval
#elif defined(MAXVAL_SECTION)
    row(1:3) = maxval(x(:, 2:4), dim=1)
#elif defined(MAXVAL_MASK)
    row = maxval(x, dim=2, mask=first) ! race(array) in racy-maxval-mask
#elif defined(MAXVAL_OTHER_MASK)
    row = maxval(x, dim=2, mask=.not. first)
#elif defined(CSHIFT)
    y = cshift(x, 1, dim=2) ! race(array) in racy-cshift
#elif defined(EOSHIFT)
    y = eoshift(x, -1, dim=2) ! race(array) in racy-eoshift
#elif defined(EOSHIFT_OUT)
    y = eoshift(x, 1, dim=2)
#elif defined(PACK)
    row = pack(x, first) ! race(array) in racy-pack
#elif defined(PACK_OTHERS)
    line(1:12) = pack(x, .not. first)
#elif defined(UNPACK)
    x = unpack(row, first, y) ! race(array) in racy-unpack
#elif defined(UNPACK_FIELD)
    y = unpack(row, .not. first, x) ! race(array) in racy-unpack-field
#elif defined(UNPACK_OTHER_FIELD)
    y = unpack(row, first, x)
#elif defined(SPREAD)
    y = spread(x(:, 1), 2, 4) ! race(array) in racy-spread
#elif defined(SPREAD_RESULT)
    x = spread(row, 2, 4) ! race(array) in racy-spread-result
#elif defined(SPREAD_COLUMN)
    y = spread(x(:, 2), 2, 4)
#elif defined(MAXLOC)
    place = maxloc(x) ! race(array) in racy-maxloc
#elif defined(MAXLOC_SECTION)
    place = maxloc(x(:, 2:4))
#elif defined(NORM2)
    row = norm2(x, 2) ! race(array) in racy-norm2
#elif defined(RANDOM)
    call random_number(x) ! race(array) in racy-random
#elif defined(RANDOM_SECTION)
    call random_number(x(:, 2:4))
#endif
  end if
  call MPI_Win_fence(0, win, ierr)
  if (sum(y) + sum(line) + sum(row) + sum(place) < 0) print *, y, line, row, place
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program arrays
