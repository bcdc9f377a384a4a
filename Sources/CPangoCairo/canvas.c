#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "CPangoCairo.h"
#include "library.h"

CPangoCairo_Canvas *CPangoCairo_create_canvas(uint8_t *pixels, int width, int height) {
    CPangoCairo_Canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas) return NULL;
    canvas->surface = lib.cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
    canvas->cairo = lib.cairo_create(canvas->surface);
    if (lib.cairo_status(canvas->cairo) != CAIRO_STATUS_SUCCESS) {
        CPangoCairo_destroy_canvas(canvas);
        return NULL;
    }
    return canvas;
}

void CPangoCairo_destroy_canvas(CPangoCairo_Canvas *canvas) {
    lib.cairo_destroy(canvas->cairo);
    lib.cairo_surface_destroy(canvas->surface);
    free(canvas);
}

bool CPangoCairo_finish_canvas(CPangoCairo_Canvas *canvas) {
    lib.cairo_surface_flush(canvas->surface);
    return lib.cairo_status(canvas->cairo) == CAIRO_STATUS_SUCCESS;
}

static uint8_t straight(uint32_t sample, uint32_t alpha) {
    uint32_t value = (sample * 255 + alpha / 2) / alpha;
    return (uint8_t)(value < 255 ? value : 255);
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a pixel of RGBA is read and written as one word");

static uint32_t straight_pixel(uint32_t pixel) {
    uint32_t alpha = pixel >> 24, red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
    if (!alpha) return 0;
    return straight(red, alpha) | (uint32_t)straight(green, alpha) << 8 | (uint32_t)straight(blue, alpha) << 16 | alpha << 24;
}

void CPangoCairo_copy_straight(const uint8_t *pixels, size_t count, uint8_t *out) {
    // Most blocks are opaque, and in those red and blue only change places.
    enum { block = 16 };
    for (size_t start = 0; start < count; start += block) {
        size_t rest = count - start < block ? count - start : block;
        uint32_t values[block] = {0}, conjunction = UINT32_MAX;
        memcpy(values, pixels + 4 * start, 4 * rest);
        for (size_t index = 0; index < rest; index++) conjunction &= values[index];
        if (conjunction >> 24 == 255)
            for (size_t index = 0; index < block; index++)
                values[index] = (values[index] & 0xFF00FF00) | (values[index] >> 16 & 255) | (values[index] & 255) << 16;
        else
            for (size_t index = 0; index < block; index++) values[index] = straight_pixel(values[index]);
        memcpy(out + 4 * start, values, 4 * rest);
    }
}

void CPangoCairo_save_state(CPangoCairo_Canvas *canvas) { lib.cairo_save(canvas->cairo); }

void CPangoCairo_restore_state(CPangoCairo_Canvas *canvas) { lib.cairo_restore(canvas->cairo); }

void CPangoCairo_begin_group(CPangoCairo_Canvas *canvas) { lib.cairo_push_group(canvas->cairo); }

void CPangoCairo_end_group(CPangoCairo_Canvas *canvas, double opacity) {
    lib.cairo_pop_group_to_source(canvas->cairo);
    lib.cairo_paint_with_alpha(canvas->cairo, opacity);
}

void CPangoCairo_set_rectangle(CPangoCairo_Canvas *canvas, double x, double y, double width, double height) {
    lib.cairo_new_path(canvas->cairo);
    lib.cairo_rectangle(canvas->cairo, x, y, width, height);
}

void CPangoCairo_set_rounded(
    CPangoCairo_Canvas *canvas, double x, double y, double width, double height, double radius) {
    radius = fmin(radius, fmin(width, height) / 2);
    if (!(radius > 0)) {
        CPangoCairo_set_rectangle(canvas, x, y, width, height);
        return;
    }
    cairo_t *cairo = canvas->cairo;
    double right = x + width - radius, bottom = y + height - radius;
    lib.cairo_new_path(cairo);
    lib.cairo_arc(cairo, right, y + radius, radius, -M_PI_2, 0);
    lib.cairo_arc(cairo, right, bottom, radius, 0, M_PI_2);
    lib.cairo_arc(cairo, x + radius, bottom, radius, M_PI_2, M_PI);
    lib.cairo_arc(cairo, x + radius, y + radius, radius, M_PI, 3 * M_PI_2);
    lib.cairo_close_path(cairo);
}

void CPangoCairo_set_ellipse(CPangoCairo_Canvas *canvas, double x, double y, double width, double height) {
    cairo_t *cairo = canvas->cairo;
    lib.cairo_new_path(cairo);
    // A matrix without area would be an error for the whole canvas.
    if (!(width > 0 && height > 0)) return;
    lib.cairo_save(cairo);
    lib.cairo_translate(cairo, x + width / 2, y + height / 2);
    lib.cairo_scale(cairo, width / 2, height / 2);
    lib.cairo_arc(cairo, 0, 0, 1, 0, 2 * M_PI);
    lib.cairo_close_path(cairo);
    lib.cairo_restore(cairo);
}

void CPangoCairo_set_arc(CPangoCairo_Canvas *canvas, double x, double y, double radius, double from, double to) {
    lib.cairo_new_path(canvas->cairo);
    lib.cairo_arc(canvas->cairo, x, y, radius, from, to);
}

void CPangoCairo_clip_path(CPangoCairo_Canvas *canvas) { lib.cairo_clip(canvas->cairo); }

void CPangoCairo_fill_path(CPangoCairo_Canvas *canvas) { lib.cairo_fill(canvas->cairo); }

void CPangoCairo_stroke_path(CPangoCairo_Canvas *canvas, double width) {
    lib.cairo_set_line_width(canvas->cairo, width);
    lib.cairo_stroke(canvas->cairo);
}

void CPangoCairo_set_color(CPangoCairo_Canvas *canvas, double red, double green, double blue, double alpha) {
    lib.cairo_set_source_rgba(canvas->cairo, red, green, blue, alpha);
}

static void set_gradient(
    CPangoCairo_Canvas *canvas, cairo_pattern_t *pattern, const CPangoCairo_Stop *stops, size_t count) {
    for (size_t index = 0; index < count; index++) {
        CPangoCairo_Stop stop = stops[index];
        lib.cairo_pattern_add_color_stop_rgba(pattern, stop.location, stop.red, stop.green, stop.blue, stop.alpha);
    }
    lib.cairo_set_source(canvas->cairo, pattern);
    lib.cairo_pattern_destroy(pattern);
}

void CPangoCairo_set_linear(
    CPangoCairo_Canvas *canvas, double from_x, double from_y, double to_x, double to_y, const CPangoCairo_Stop *stops,
    size_t count) {
    set_gradient(canvas, lib.cairo_pattern_create_linear(from_x, from_y, to_x, to_y), stops, count);
}

void CPangoCairo_set_radial(
    CPangoCairo_Canvas *canvas, double x, double y, double from, double to, const CPangoCairo_Stop *stops,
    size_t count) {
    set_gradient(canvas, lib.cairo_pattern_create_radial(x, y, from, x, y, to), stops, count);
}

// Cairo has no surface over memory that is only read; a source is never written to.
static cairo_surface_t *picture(const uint8_t *pixels, int width, int height) {
    return lib.cairo_image_surface_create_for_data((uint8_t *)pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
}

void CPangoCairo_draw_picture(
    CPangoCairo_Canvas *canvas, const uint8_t *pixels, int width, int height, double x, double y) {
    cairo_surface_t *source = picture(pixels, width, height);
    lib.cairo_set_source_surface(canvas->cairo, source, x, y);
    lib.cairo_paint(canvas->cairo);
    // The source must not outlive the pixels.
    lib.cairo_set_source_rgba(canvas->cairo, 0, 0, 0, 1);
    lib.cairo_surface_destroy(source);
}

void CPangoCairo_draw_stencil(
    CPangoCairo_Canvas *canvas, const uint8_t *pixels, int width, int height, double x, double y) {
    cairo_surface_t *mask = picture(pixels, width, height);
    lib.cairo_mask_surface(canvas->cairo, mask, x, y);
    lib.cairo_surface_destroy(mask);
}
