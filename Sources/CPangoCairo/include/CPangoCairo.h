#ifndef CPangoCairo_H
#define CPangoCairo_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "CPangoCairoText.h"

/// Whether Pango and Cairo are there; they are loaded when first asked for, and no other function may be called until this
/// answered true.
/// Needed because every library that is linked costs each start of the program, and these bring a dozen others.
bool CPangoCairo_load_library(void);

/// The version of Pango, as "1.50.12"; "" where it is missing. May be called at any time.
const char *CPangoCairo_get_pango_version(void);

/// The version of Cairo, as "1.16.0"; "" where it is missing. May be called at any time.
const char *CPangoCairo_get_cairo_version(void);

/// Memory that is painted on, all numbers being pixels from its top-left corner.
/// Needed because Cairo's functions are in a table that Swift does not see.
typedef struct CPangoCairo_Canvas CPangoCairo_Canvas;

/// Makes a canvas over memory that outlives it; NULL where there is no memory for it. A pixel is 32 bits in the machine's
/// order: alpha, red, green, blue from the highest byte on, premultiplied.
CPangoCairo_Canvas *CPangoCairo_create_canvas(uint8_t *pixels, int width, int height);

/// Frees a canvas.
void CPangoCairo_destroy_canvas(CPangoCairo_Canvas *canvas);

/// Brings everything painted into the memory; false if any step failed, most often for lack of memory.
bool CPangoCairo_finish_canvas(CPangoCairo_Canvas *canvas);

/// Writes `count` pixels of a canvas's memory as RGBA with straight alpha.
/// Needed because it is done for every pixel that is drawn, and Swift's checks take longer than the work.
void CPangoCairo_copy_straight(const uint8_t *pixels, size_t count, uint8_t *out);

/// Keeps the clip and the source until the matching `CPangoCairo_restore_state`.
void CPangoCairo_save_state(CPangoCairo_Canvas *canvas);
void CPangoCairo_restore_state(CPangoCairo_Canvas *canvas);

/// Collects what is painted until `CPangoCairo_end_group`, which paints it as one, so much of it covering.
void CPangoCairo_begin_group(CPangoCairo_Canvas *canvas);
void CPangoCairo_end_group(CPangoCairo_Canvas *canvas, double opacity);

/// Sets the path, in place of the one before.
void CPangoCairo_set_rectangle(CPangoCairo_Canvas *canvas, double x, double y, double width, double height);
/// A rectangle with round corners; the radius is cut to half the shorter side.
void CPangoCairo_set_rounded(
    CPangoCairo_Canvas *canvas, double x, double y, double width, double height, double radius);
/// The ellipse that touches a rectangle's sides.
void CPangoCairo_set_ellipse(CPangoCairo_Canvas *canvas, double x, double y, double width, double height);
/// A part of a circle's line, in radians clockwise from the right.
void CPangoCairo_set_arc(CPangoCairo_Canvas *canvas, double x, double y, double radius, double from, double to);

/// Cuts what is painted from here on to the path.
void CPangoCairo_clip_path(CPangoCairo_Canvas *canvas);
/// Fills the path with the source.
void CPangoCairo_fill_path(CPangoCairo_Canvas *canvas);
/// Draws the path's line with the source, so many pixels wide.
void CPangoCairo_stroke_path(CPangoCairo_Canvas *canvas, double width);

/// A colour at a place of a gradient: each part 0 to 1, alpha straight.
typedef struct CPangoCairo_Stop {
    double location, red, green, blue, alpha;
} CPangoCairo_Stop;

/// Paints with one colour from here on.
void CPangoCairo_set_color(CPangoCairo_Canvas *canvas, double red, double green, double blue, double alpha);
/// Paints with colours along a line from here on.
void CPangoCairo_set_linear(
    CPangoCairo_Canvas *canvas, double from_x, double from_y, double to_x, double to_y, const CPangoCairo_Stop *stops,
    size_t count);
/// Paints with colours round a place from here on, from one radius to another.
void CPangoCairo_set_radial(
    CPangoCairo_Canvas *canvas, double x, double y, double from, double to, const CPangoCairo_Stop *stops, size_t count);

/// Paints a picture with its top-left corner at a pixel; its pixels are as the canvas's and are only read.
void CPangoCairo_draw_picture(
    CPangoCairo_Canvas *canvas, const uint8_t *pixels, int width, int height, double x, double y);
/// Paints the source through a picture's alpha.
void CPangoCairo_draw_stencil(
    CPangoCairo_Canvas *canvas, const uint8_t *pixels, int width, int height, double x, double y);

/// Paints one run of a text with the source, the text's top-left corner being at a place in points.
///
/// Letters are painted as outlines, so that they stand where they belong between pixels; only baselines are on whole
/// pixels. Cairo 1.16 would put every glyph on a whole pixel.
///
/// - scale: pixels a point.
/// - width: the room in which lines are aligned, in points.
void CPangoCairo_draw_run(
    CPangoCairo_Canvas *canvas, const CPangoCairo_Text *text, size_t run, double x, double y, double width, double scale);

#endif
