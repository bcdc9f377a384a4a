// Pango's and Cairo's functions in a table that is filled when first needed.
#ifndef CPangoCairo_library_h
#define CPangoCairo_library_h

#include <stdbool.h>
#include "declarations.h"

#define FUNCTIONS(each)                                                                                               \
    each(g_object_unref) each(cairo_arc) each(cairo_clip) each(cairo_close_path) each(cairo_create)                   \
    each(cairo_destroy) each(cairo_fill) each(cairo_font_options_create) each(cairo_font_options_destroy)             \
    each(cairo_font_options_set_antialias) each(cairo_font_options_set_hint_metrics)                                  \
    each(cairo_font_options_set_hint_style) each(cairo_glyph_path) each(cairo_image_surface_create_for_data)          \
    each(cairo_mask_surface) each(cairo_new_path) each(cairo_new_sub_path) each(cairo_paint)                          \
    each(cairo_paint_with_alpha) each(cairo_pattern_add_color_stop_rgba) each(cairo_pattern_create_linear)            \
    each(cairo_pattern_create_radial) each(cairo_pattern_destroy) each(cairo_pop_group_to_source)                     \
    each(cairo_push_group) each(cairo_rectangle) each(cairo_restore) each(cairo_save) each(cairo_scale)               \
    each(cairo_set_line_width) each(cairo_set_scaled_font) each(cairo_set_source) each(cairo_set_source_rgba)         \
    each(cairo_set_source_surface) each(cairo_show_glyphs) each(cairo_status) each(cairo_stroke)                      \
    each(cairo_surface_destroy) each(cairo_surface_flush) each(cairo_surface_status) each(cairo_translate)            \
    each(cairo_version_string) each(pango_attr_font_desc_new) each(pango_attr_font_features_new)                      \
    each(pango_attr_letter_spacing_new) each(pango_attr_list_insert)                        \
    each(pango_attr_list_new) each(pango_attr_list_unref) each(pango_cairo_context_set_font_options)                  \
    each(pango_cairo_font_get_scaled_font) each(pango_cairo_font_map_new) each(pango_context_set_language)            \
    each(pango_context_set_round_glyph_positions) each(pango_font_describe) each(pango_font_description_free)         \
    each(pango_font_description_get_family) each(pango_font_description_new)                                          \
    each(pango_font_description_set_absolute_size) each(pango_font_description_set_family)                            \
    each(pango_font_description_set_style) each(pango_font_description_set_weight)                                    \
    each(pango_font_get_glyph_extents) each(pango_font_map_create_context) each(pango_font_map_load_font)             \
    each(pango_glyph_string_get_width) each(pango_language_from_string) each(pango_layout_get_line_count)             \
    each(pango_layout_get_line_readonly) each(pango_layout_get_unknown_glyphs_count) each(pango_layout_is_ellipsized) \
    each(pango_layout_new) each(pango_layout_set_attributes) each(pango_layout_set_ellipsize)                         \
    each(pango_layout_set_height) each(pango_layout_set_text) each(pango_layout_set_width)                            \
    each(pango_layout_set_wrap) each(pango_version_string)

// All there once CPangoCairo_load_library answered true; nothing else is called before.
struct CPangoCairo_Library {
    bool loaded;
#define DECLARE(name) __typeof__(&name) name;
    FUNCTIONS(DECLARE)
#undef DECLARE
};
extern __attribute__((visibility("hidden"))) struct CPangoCairo_Library CPangoCairo_library;
#define lib CPangoCairo_library

struct CPangoCairo_Canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
};

#endif
