#ifndef CDigest_H
#define CDigest_H

#include <stddef.h>
#include <stdint.h>

/// Takes whole blocks of 64 bytes into a state of 8 words, with the processor's own instructions.
/// Returns 0, and does nothing, where the processor has none.
/// Needed because Swift cannot express them, and they are several times as fast as arithmetic.
int CDigest_compress_sha256(uint32_t *state, const uint8_t *blocks, size_t count);

#endif
