#ifndef CChafa_H
#define CChafa_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether Chafa is there; it is loaded when first asked for, and no other function may be called until this answered true.
/// Needed because every library that is linked costs each start of the program.
bool CChafa_load_library(void);

/// A picture as a terminal shows it: by kitty's or iTerm2's protocol, as sixels, or by characters with colours.
/// Needed because Chafa's objects are counted, and Swift would not know when to let go.
typedef struct CChafa_Output CChafa_Output;

/// Makes the picture for the terminal that the environment describes; NULL where there is no memory.
///
/// - pixels: RGBA, straight alpha, row-major without padding.
/// - columns, rows: the room in cells; the picture is stretched to it.
/// - cell_width, cell_height: a cell's size in pixels.
/// - environment: NAME=VALUE, NULL at the end.
CChafa_Output *CChafa_create_output(
    const uint8_t *pixels, int width, int height, int columns, int rows, int cell_width, int cell_height,
    char **environment);

/// Frees a picture.
void CChafa_destroy_output(CChafa_Output *output);

/// How many bytes the terminal gets.
size_t CChafa_get_length(const CChafa_Output *output);

/// Copies them, all of them.
void CChafa_copy_output(const CChafa_Output *output, uint8_t *bytes);

#endif
