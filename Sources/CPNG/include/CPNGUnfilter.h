#ifndef CPNG_UNFILTER_H
#define CPNG_UNFILTER_H

#include <stddef.h>
#include <stdint.h>

/// The instruction sets the unfilter is compiled for. Both give the same bytes.
typedef enum CPNG_level {
    CPNG_portable = 0,
    CPNG_avx2 = 1,
} CPNG_level;

/// The fastest level this machine runs.
/// Needed because Swift can neither ask for one function's instruction set nor test for it at run time.
CPNG_level CPNG_best_level(void);

/// Undoes the filters of `count` rows in place, each a filter's number and then `length` bytes.
/// Needed because Swift's SIMD types do not get near C's speed on chains of dependent pixels.
///
/// `above` is the row before the first, `length` bytes without its number: zeros for the first row of a picture.
/// `pixel` is the length of a pixel, 1 to 4 bytes, of which `length` is a multiple.
/// Up to 3 bytes behind the rows and behind `above` are read, but not used.
/// Returns how many rows were undone: fewer where a filter has no known number.
size_t CPNG_unfilter_rows(CPNG_level level, uint8_t *rows, size_t count, const uint8_t *above, size_t length, size_t pixel);

#endif
