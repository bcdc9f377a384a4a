#ifndef CJPEG_DECODE_H
#define CJPEG_DECODE_H

#include <stddef.h>
#include <stdint.h>

/// How a call ended.
typedef enum CJPEG_status {
    CJPEG_ok = 0,
    /// The bytes are damaged; in a strict decoder also what libjpeg only warns of.
    CJPEG_corrupt,
    /// A kind of JPEG that libjpeg was not built for.
    CJPEG_unsupported,
    /// More memory than allowed would be needed.
    CJPEG_too_complex,
} CJPEG_status;

/// What the samples of a JPEG mean.
typedef enum CJPEG_color {
    CJPEG_unknown = 0,
    CJPEG_gray,
    CJPEG_ycc,
    CJPEG_rgb,
    CJPEG_cmyk,
    CJPEG_ycck,
} CJPEG_color;

/// What a header says.
typedef struct CJPEG_header {
    uint32_t width;
    uint32_t height;
    int32_t components;
    CJPEG_color color;
    /// Whether the picture comes in several scans, so that libjpeg holds all coefficients.
    int32_t is_multiscan;
    /// How many bytes all coefficients take: blocks of 64 numbers of 16 bits, whole units of the interleaving.
    uint64_t coefficient_bytes;
} CJPEG_header;

/// One component as it is decoded.
typedef struct CJPEG_plane {
    /// Samples a row and rows that lie in the picture.
    uint32_t width;
    uint32_t height;
    /// Samples a row that are written, and rows written by one call of `CJPEG_decoder_read_planes`.
    uint32_t stride;
    uint32_t rows;
    /// The plane's samples for a pixel of the picture, as a fraction.
    uint32_t horizontal;
    uint32_t vertical;
    uint32_t denominator_horizontal;
    uint32_t denominator_vertical;
} CJPEG_plane;

/// A stretch of the file.
typedef struct CJPEG_range {
    size_t offset;
    size_t length;
} CJPEG_range;

/// A decompressor of libjpeg.
typedef struct CJPEG_decoder CJPEG_decoder;

/// Makes a decoder of a file's bytes, of which only `ranges` are read, one after the other; both must outlive it. NULL without memory.
/// Gives up beyond `max_memory` bytes for coefficients, `max_scans` scans, or `max_blocks` blocks in all scans together.
/// Needed because libjpeg leaves a failed call by longjmp, which must not cross Swift's frames.
CJPEG_decoder *CJPEG_decoder_create(
    const uint8_t *bytes, const CJPEG_range *ranges, size_t range_count, int is_strict, size_t max_memory, int max_scans,
    uint64_t max_blocks);

/// The offset of the next marker at or after `offset` that is no restart marker; `count` where there is none.
/// Needed because entropy-coded data are megabytes, and memchr reads them at the speed of memory.
size_t CJPEG_find_marker(const uint8_t *bytes, size_t count, size_t offset);

/// Frees a decoder.
void CJPEG_decoder_destroy(CJPEG_decoder *decoder);

/// Reads up to the first scan. Needed for the same reason as `CJPEG_decoder_create`.
CJPEG_status CJPEG_decoder_read_header(CJPEG_decoder *decoder, CJPEG_header *header);

/// Prepares to decode to RGBA rows at full size. Needed for the same reason as `CJPEG_decoder_create`.
CJPEG_status CJPEG_decoder_start_rows(CJPEG_decoder *decoder);

/// Decodes the next RGBA row. Needed for the same reason as `CJPEG_decoder_create`.
CJPEG_status CJPEG_decoder_read_row(CJPEG_decoder *decoder, uint8_t *row);

/// Prepares to decode to one plane a component, scaled down to `eighths` of 8 (1, 2, 4 or 8), and describes the planes (4 at most).
/// `is_smoothed` lets libjpeg guess what scans that never came would have said.
/// Needed for the same reason as `CJPEG_decoder_create`.
CJPEG_status CJPEG_decoder_start_planes(CJPEG_decoder *decoder, int eighths, int is_smoothed, CJPEG_plane *planes);

/// Decodes the next `rows` rows of every plane, one plane after the other; the last call may leave rows beyond `height` undefined.
/// Needed for the same reason as `CJPEG_decoder_create`.
CJPEG_status CJPEG_decoder_read_planes(CJPEG_decoder *decoder, uint8_t *samples);

/// Reads to the end of the picture, so that damage in what no row needed is found too.
/// Needed for the same reason as `CJPEG_decoder_create`.
CJPEG_status CJPEG_decoder_finish(CJPEG_decoder *decoder);

/// libjpeg's words for the first warning or the error; empty when there was none.
/// Needed because libjpeg formats its messages through a variadic table.
const char *CJPEG_decoder_message(const CJPEG_decoder *decoder);

#endif
