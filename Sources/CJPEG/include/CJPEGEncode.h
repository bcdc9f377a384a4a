#ifndef CJPEGEncode_H
#define CJPEGEncode_H

#include <stddef.h>
#include <stdint.h>

/// The longest reason that `CJPEG_encode_picture` writes, with its end, in bytes.
#define CJPEG_ENCODE_REASON_SIZE 200

/// Writes a baseline JPEG of rows of four bytes a pixel (red, green, blue, ignored) into `out`.
///
/// Needed because libjpeg reports errors by a longjmp, which must not cross Swift.
/// Returns the file's length, or 0 with the codec's word in `reason`; `capacity` too small is such an error.
size_t CJPEG_encode_picture(const uint8_t *pixels, uint32_t width, uint32_t height, int quality, int subsampled,
                            uint8_t *out, size_t capacity, char reason[CJPEG_ENCODE_REASON_SIZE]);

#endif
