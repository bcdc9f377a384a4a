#include "CacheAnchors.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t count;
} Source;

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    Source *source = png_get_io_ptr(png);
    if (count > source->count) png_error(png, "short");
    memcpy(target, source->bytes, count);
    source->bytes += count;
    source->count -= count;
}

int CacheAnchors_decode_png(const uint8_t *bytes, size_t count, uint8_t *rgba, size_t size) {
    Source source = {bytes, count};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_read_fn(png, &source, read_bytes);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    size_t row = png_get_rowbytes(png, info), height = png_get_image_height(png, info);
    if (row * height > size) png_error(png, "large");
    for (size_t y = 0; y < height; y++) png_read_row(png, rgba + y * row, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
}
