#ifndef CISAL_H
#define CISAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A zlib stream being inflated piece by piece by ISA-L.
typedef struct CISAL_Inflater CISAL_Inflater;

/// How far a stream got.
typedef enum CISAL_Progress {
    /// All output that was asked for is there.
    CISAL_filled = 0,
    /// All input is used up, and more is needed.
    CISAL_starved,
    /// The stream is complete and its checksum right; what was written may be less than was asked for.
    CISAL_finished,
    /// The stream is damaged.
    CISAL_damaged,
} CISAL_Progress;

/// Whether ISA-L is there; it is loaded when first asked for.
/// Needed because only PNG uses it, and every library that is linked costs each start of the program.
bool CISAL_load_library(void);

/// The version of ISA-L that this was built with, such as 23000 for 2.30.0; 0 where it is not there.
/// Needed because the version is macros.
int CISAL_get_version(void);

/// Makes an inflater; NULL where there is no memory.
/// Needed because the state holds arrays that Swift does not import: so below.
CISAL_Inflater *CISAL_create_inflater(void);

/// Frees an inflater.
void CISAL_destroy_inflater(CISAL_Inflater *inflater);

/// Inflates from `input` on to `output`; both counts become what is left of them.
CISAL_Progress CISAL_inflate(CISAL_Inflater *inflater, const uint8_t *input, size_t *input_count, uint8_t *output,
                             size_t *output_count);

#endif
