#ifndef CPNG_H
#define CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "CPNGUnfilter.h"

/// Part of a file, in bytes from its start.
typedef struct CPNG_Slice {
    size_t offset;
    size_t length;
} CPNG_Slice;

/// A libpng decoder that reads the given slices of a file as if they were the whole of it.
typedef struct CPNG_Reader CPNG_Reader;

/// Whether libpng is there; it is loaded when first asked for.
/// Needed because most PNGs go another way (CPNGUnfilter.h), and every library that is linked costs each start of the program.
bool CPNG_load_library(void);

/// Makes a reader; NULL where there is no memory.
/// Needed because libpng reports errors by a longjmp, which must not cross Swift: so in all functions below.
///
/// The file and the slices must outlive the reader. The slices hold the signature, then whole chunks: IHDR, PLTE and tRNS
/// where there are such, and the IDAT chunks; their checksums have been verified and are not looked at again.
CPNG_Reader *CPNG_create_reader(const uint8_t *file, const CPNG_Slice *slices, size_t count);

/// Frees a reader.
void CPNG_destroy_reader(CPNG_Reader *reader);

/// Reads up to the first row; false on an error. Rows will have 8 bits a sample, expanded from palettes, small depths and
/// transparent colours. A lenient reader ignores the zlib checksum and gets closer to the end of a cut file. With separate
/// passes the rows of an interlaced picture come as they are stored: those of each pass, as short as it is, passes without
/// pixels left out.
bool CPNG_start_reader(CPNG_Reader *reader, bool lenient, bool separate_passes);

/// Samples a pixel of the rows: 1 gray, 2 with alpha, 3 RGB, 4 with alpha. Valid after `CPNG_start_reader`.
int CPNG_get_channels(const CPNG_Reader *reader);

/// How many times all rows are read: 7 for an interlaced picture, whose rows keep what came before, else 1; 1 with separate
/// passes.
int CPNG_get_passes(const CPNG_Reader *reader);

/// Reads the next row into `row`, which has `width * channels` bytes, also for a shorter row of a pass; false on an error.
bool CPNG_read_row(CPNG_Reader *reader, uint8_t *row);

/// The first warning of libpng that matters, then its error if there was one; "" where all is well.
/// A warning does not matter where every pixel is right all the same, as with more data than rows.
const char *CPNG_get_problem(const CPNG_Reader *reader);

/// The version of libpng, as 10639 for 1.6.39, or 0 where it is missing; needed because its own header stays out of Swift's sight.
int CPNG_get_version(void);

#endif
