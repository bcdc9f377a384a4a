#ifndef CGIF_H
#define CGIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A giflib decoder of one frame of a GIF.
typedef struct CGIF_Reader CGIF_Reader;

/// The size of a frame and its colours.
typedef struct CGIF_Frame {
    int width, height;
    /// How many colours there are: 0 to 256.
    int color_count;
    /// Red, green and blue of each.
    uint8_t colors[256 * 3];
} CGIF_Frame;

/// Whether giflib is there; it is loaded when first asked for.
/// Needed because few pictures are GIFs, and every library that is linked costs each start of the program.
bool CGIF_load_library(void);

/// The version of giflib that this was built with, such as 50201 for 5.2.1; 0 where it is not there.
/// Needed because the version is macros.
int CGIF_get_version(void);

/// Starts to read a file of one frame, whose bytes come in two pieces that must outlive the reader; NULL where the header
/// is damaged or there is no memory.
/// Needed because giflib reads through a callback with a C file's shape, and tells errors by number: so in all below.
CGIF_Reader *CGIF_create_reader(const uint8_t *head, size_t head_length, const uint8_t *rest, size_t rest_length);

/// Frees a reader.
void CGIF_destroy_reader(CGIF_Reader *reader);

/// Reads up to the frame's pixels; false where the file is damaged.
bool CGIF_read_frame(CGIF_Reader *reader, CGIF_Frame *frame);

/// Reads the next row of the frame, `width` colour indices, in the order of the file; false where the file is damaged.
bool CGIF_read_row(CGIF_Reader *reader, uint8_t *row, int width);

/// What giflib says is wrong; never NULL.
const char *CGIF_get_problem(const CGIF_Reader *reader);

#endif
