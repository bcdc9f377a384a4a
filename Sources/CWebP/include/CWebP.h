#ifndef CWEBP_H
#define CWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether libwebp is there; it is loaded when first asked for.
/// Needed because few pictures are WebP, and every library that is linked costs each start of the program.
bool CWebP_load_library(void);

/// The version of libwebp, such as 0x010204 for 1.2.4; 0 where it is not there.
int CWebP_get_version(void);

/// What a still picture's own header says.
typedef struct CWebP_Features {
    int width, height;
    bool has_alpha;
    bool is_lossless;
} CWebP_Features;

/// Reads the header of a picture: a file, or its chunks from ALPH, VP8 or VP8L on. False where it is damaged.
/// Needed because libwebp is loaded at run time: so below.
bool CWebP_get_features(const uint8_t *picture, size_t length, CWebP_Features *features);

/// Decodes a picture into `out`, rows of `width` times 4 bytes (RGBA) with alpha, else times 3 (RGB).
/// A width or height below the header's has libwebp join pixels, each sample the mean of its area, while rows come.
/// Returns how many whole rows there are; fewer than `height` where the picture is damaged or ends early, with `reason`
/// saying which. `out` must hold the whole picture of that size.
int CWebP_decode_rows(const uint8_t *picture, size_t length, const CWebP_Features *features, int width, int height,
                      uint8_t *out, size_t capacity, const char **reason);

#endif
