#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include "CPangoCairo.h"
#include "library.h"

struct CPangoCairo_Fonts {
    PangoFontMap *map;
    PangoContext *context;
};

// Every text is laid out as if its largest run's em were this, and scaled when measured and painted: unhinted metrics are
// proportional, and fontconfig, which sorts all fonts anew for each size, has to do so only once for a family and weight.
static const double layout_em = 64;

// How far from the canvas text is painted.
static const double farthest_pixel = 1e6;

struct CPangoCairo_Text {
    PangoLayout *layout;
    // Points in a unit of the layout; all lengths below are such units.
    double unit;
    CPangoCairo_Room room;
    // The looks of the runs, whose families are not kept, and where each ends.
    CPangoCairo_Look *looks;
    int *ends;
    size_t count;
};

CPangoCairo_Fonts *CPangoCairo_create_fonts(const char *language) {
    CPangoCairo_Fonts *fonts = calloc(1, sizeof *fonts);
    if (!fonts) return NULL;
    fonts->map = lib.pango_cairo_font_map_new();
    fonts->context = lib.pango_font_map_create_context(fonts->map);
    // Metrics that do not depend on the scale: a text at twice the scale is exactly twice as large.
    cairo_font_options_t *options = lib.cairo_font_options_create();
    lib.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    lib.cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    lib.cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    lib.pango_cairo_context_set_font_options(fonts->context, options);
    lib.cairo_font_options_destroy(options);
    lib.pango_context_set_round_glyph_positions(fonts->context, false);
    if (language) lib.pango_context_set_language(fonts->context, lib.pango_language_from_string(language));
    return fonts;
}

void CPangoCairo_destroy_fonts(CPangoCairo_Fonts *fonts) {
    lib.g_object_unref(fonts->context);
    lib.g_object_unref(fonts->map);
    free(fonts);
}

bool CPangoCairo_find_family(CPangoCairo_Fonts *fonts, const char *name, char *family, size_t size) {
    PangoFontDescription *wanted = lib.pango_font_description_new();
    lib.pango_font_description_set_family(wanted, name);
    lib.pango_font_description_set_absolute_size(wanted, 16 * PANGO_SCALE);
    PangoFont *font = lib.pango_font_map_load_font(fonts->map, fonts->context, wanted);
    lib.pango_font_description_free(wanted);
    if (!font) return false;
    PangoFontDescription *found = lib.pango_font_describe(font);
    const char *text = lib.pango_font_description_get_family(found);
    snprintf(family, size, "%s", text ? text : "");
    lib.pango_font_description_free(found);
    lib.g_object_unref(font);
    return *family != 0;
}

static int units(double points) { return (int)lround(points * PANGO_SCALE); }

static void add(PangoAttrList *list, PangoAttribute *attribute, int start, int end) {
    attribute->start_index = (unsigned)start;
    attribute->end_index = (unsigned)end;
    lib.pango_attr_list_insert(list, attribute);
}

static void add_look(PangoAttrList *list, const CPangoCairo_Look *look, int start, int end) {
    PangoFontDescription *font = lib.pango_font_description_new();
    lib.pango_font_description_set_family(font, look->family);
    lib.pango_font_description_set_absolute_size(font, look->size * PANGO_SCALE);
    lib.pango_font_description_set_weight(font, (PangoWeight)look->weight);
    if (look->is_italic) lib.pango_font_description_set_style(font, PANGO_STYLE_ITALIC);
    add(list, lib.pango_attr_font_desc_new(font), start, end);
    lib.pango_font_description_free(font);
    if (look->has_tabular_digits) add(list, lib.pango_attr_font_features_new("tnum"), start, end);
    if (look->kerning != 0) add(list, lib.pango_attr_letter_spacing_new(units(look->kerning)), start, end);
}

CPangoCairo_Text *CPangoCairo_create_text(
    CPangoCairo_Fonts *fonts, const char *characters, int length, const CPangoCairo_Look *looks, const int *ends,
    size_t count) {
    CPangoCairo_Text *text = calloc(1, sizeof *text);
    if (!text) return NULL;
    text->looks = calloc(count, sizeof *text->looks);
    text->ends = calloc(count, sizeof *text->ends);
    if (!text->looks || !text->ends) {
        free(text->looks);
        free(text->ends);
        free(text);
        return NULL;
    }
    text->count = count;
    double largest = 0;
    for (size_t index = 0; index < count; index++) largest = fmax(largest, looks[index].size);
    text->unit = largest / layout_em;
    text->layout = lib.pango_layout_new(fonts->context);
    PangoAttrList *list = lib.pango_attr_list_new();
    for (size_t index = 0; index < count; index++) {
        CPangoCairo_Look look = looks[index];
        look.size /= text->unit;
        // Beyond a few ems a line's width would be more than Pango can count.
        look.kerning = fmin(fmax(look.kerning / text->unit, -4 * layout_em), 4 * layout_em);
        look.rise /= text->unit;
        look.line_height /= text->unit;
        add_look(list, &look, index ? ends[index - 1] : 0, ends[index]);
        text->looks[index] = look;
        text->looks[index].family = NULL;
        text->ends[index] = ends[index];
    }
    lib.pango_layout_set_attributes(text->layout, list);
    lib.pango_attr_list_unref(list);
    lib.pango_layout_set_text(text->layout, characters, length);
    lib.pango_layout_set_wrap(text->layout, PANGO_WRAP_WORD_CHAR);
    return text;
}

void CPangoCairo_destroy_text(CPangoCairo_Text *text) {
    lib.g_object_unref(text->layout);
    free(text->looks);
    free(text->ends);
    free(text);
}

// The run that a byte belongs to; the last one also for what stands after the text.
static size_t run_at(const CPangoCairo_Text *text, int offset) {
    size_t run = 0;
    while (run + 1 < text->count && offset >= text->ends[run]) run++;
    return run;
}

// A line's size.
typedef struct Line {
    double width, ascent, descent;
} Line;

static void include(Line *line, double ascent, double descent) {
    line->ascent = fmax(line->ascent, ascent);
    line->descent = fmax(line->descent, descent);
}

// An empty line is as high as the text round it: a line height of 0 is that of a usual font.
static void include_look(Line *line, const CPangoCairo_Look *look, double rise) {
    double height = look->line_height > 0 ? look->line_height : look->size * 1.2;
    include(line, height * 0.8 + rise, height * 0.2 - rise);
}

static Line measure(const CPangoCairo_Text *text, const PangoLayoutLine *source) {
    Line line = {0, -INFINITY, -INFINITY};
    for (GSList *place = source->runs; place; place = place->next) {
        const PangoGlyphItem *item = place->data;
        const CPangoCairo_Look *look = &text->looks[run_at(text, item->item->offset)];
        int width = lib.pango_glyph_string_get_width(item->glyphs) + item->start_x_offset + item->end_x_offset;
        line.width += (double)width / PANGO_SCALE;
        if (look->line_height > 0) {
            include_look(&line, look, look->rise);
        } else {
            PangoRectangle logical;
            lib.pango_font_get_glyph_extents(item->item->analysis.font, PANGO_GLYPH_EMPTY, NULL, &logical);
            double ascent = -(double)logical.y / PANGO_SCALE, height = (double)logical.height / PANGO_SCALE;
            include(&line, ascent + look->rise, height - ascent - look->rise);
        }
    }
    if (!source->runs) include_look(&line, &text->looks[run_at(text, source->start_index)], 0);
    return line;
}

CPangoCairo_Extents CPangoCairo_lay_out_text(CPangoCairo_Text *text, CPangoCairo_Room room) {
    static const PangoEllipsizeMode modes[] = {PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_MIDDLE, PANGO_ELLIPSIZE_END};
    // Pango cuts only in a width; the widest one it can count stands for none.
    const double widest = 1e6;
    PangoLayout *layout = text->layout;
    room.width /= text->unit;
    room.line_spacing /= text->unit;
    text->room = room;
    bool is_bounded = room.width >= 0;
    double width = is_bounded ? fmin(room.width, widest) : widest;
    // Rounded up, so that a text fits into the width that it was measured to have.
    lib.pango_layout_set_width(layout, is_bounded || room.lines > 0 ? (int)ceil(width * PANGO_SCALE - 1e-3) : -1);
    lib.pango_layout_set_ellipsize(layout, room.lines > 0 ? modes[room.truncation] : PANGO_ELLIPSIZE_NONE);
    lib.pango_layout_set_height(layout, room.lines > 0 ? -room.lines : -1);

    CPangoCairo_Extents extents = {0};
    extents.lines = lib.pango_layout_get_line_count(layout);
    extents.unknown_glyphs = lib.pango_layout_get_unknown_glyphs_count(layout);
    extents.is_truncated = lib.pango_layout_is_ellipsized(layout);
    for (int index = 0; index < extents.lines; index++) {
        Line line = measure(text, lib.pango_layout_get_line_readonly(layout, index));
        if (index > 0) extents.height += room.line_spacing;
        extents.width = fmax(extents.width, line.width);
        extents.last_baseline = extents.height + line.ascent;
        if (index == 0) extents.first_baseline = extents.last_baseline;
        extents.height += line.ascent + line.descent;
    }
    extents.width *= text->unit;
    extents.height *= text->unit;
    extents.first_baseline *= text->unit;
    extents.last_baseline *= text->unit;
    return extents;
}

// How far a line is moved to the right. Leading is where its own direction begins, so that Arabic begins at the right.
static double indent(const CPangoCairo_Text *text, const PangoLayoutLine *source, double slack) {
    bool is_reversed = source->resolved_dir == PANGO_DIRECTION_RTL;
    switch (text->room.alignment) {
        case CPangoCairo_align_leading: return is_reversed ? slack : 0;
        case CPangoCairo_align_center: return slack / 2;
        case CPangoCairo_align_trailing: return is_reversed ? 0 : slack;
    }
    return 0;
}

static void draw_box(cairo_t *cairo, double x, double y, double width, double size) {
    double line = size / 16;
    lib.cairo_new_path(cairo);
    lib.cairo_rectangle(cairo, x + line, y - size * 0.7, fmax(width - 2 * line, line), size * 0.7);
    lib.cairo_set_line_width(cairo, line);
    lib.cairo_stroke(cairo);
}

static void draw_item(cairo_t *cairo, const PangoGlyphItem *item, const CPangoCairo_Look *look, double x, double y) {
    double start = x;
    lib.cairo_set_scaled_font(
        cairo, lib.pango_cairo_font_get_scaled_font((PangoCairoFont *)item->item->analysis.font));
    lib.cairo_new_path(cairo);
    bool has_boxes = false;
    for (int index = 0; index < item->glyphs->num_glyphs; index++) {
        const PangoGlyphInfo *info = &item->glyphs->glyphs[index];
        if (info->glyph & PANGO_GLYPH_UNKNOWN_FLAG) {
            has_boxes = true;
        } else if (info->glyph != PANGO_GLYPH_EMPTY) {
            double left = x + (double)info->geometry.x_offset / PANGO_SCALE;
            cairo_glyph_t glyph = {info->glyph, left, y + (double)info->geometry.y_offset / PANGO_SCALE};
            if (info->attr.is_color) lib.cairo_show_glyphs(cairo, &glyph, 1);
            else lib.cairo_glyph_path(cairo, &glyph, 1);
        }
        x += (double)info->geometry.width / PANGO_SCALE;
    }
    lib.cairo_fill(cairo);
    if (has_boxes) {
        double left = start;
        for (int index = 0; index < item->glyphs->num_glyphs; index++) {
            const PangoGlyphInfo *info = &item->glyphs->glyphs[index];
            double width = (double)info->geometry.width / PANGO_SCALE;
            if (info->glyph & PANGO_GLYPH_UNKNOWN_FLAG) draw_box(cairo, left, y, width, look->size);
            left += width;
        }
    }

}

// A line through or under text, where fonts usually have it.
static void draw_bar(cairo_t *cairo, double x, double y, double width, double thickness) {
    lib.cairo_new_path(cairo);
    lib.cairo_rectangle(cairo, x, y - thickness / 2, width, thickness);
    lib.cairo_fill(cairo);
}

void CPangoCairo_draw_run(
    CPangoCairo_Canvas *canvas, const CPangoCairo_Text *text, size_t run, double x, double y, double width,
    double scale) {
    cairo_t *cairo = canvas->cairo;
    const CPangoCairo_Look *look = &text->looks[run];
    int count = lib.pango_layout_get_line_count(text->layout);
    x /= text->unit;
    y /= text->unit;
    width /= text->unit;
    scale *= text->unit;
    lib.cairo_save(cairo);
    lib.cairo_scale(cairo, scale, scale);
    for (int index = 0; index < count; index++) {
        const PangoLayoutLine *source = lib.pango_layout_get_line_readonly(text->layout, index);
        Line line = measure(text, source);
        if (index > 0) y += text->room.line_spacing;
        double baseline = round((y + line.ascent) * scale) / scale;
        double left = x + indent(text, source, width - line.width);
        // Cairo counts in 24 bits: what lies farther away would come back at another place.
        bool is_near = fabs(left * scale) < farthest_pixel && fabs(baseline * scale) < farthest_pixel;
        for (GSList *place = is_near ? source->runs : NULL; place; place = place->next) {
            const PangoGlyphItem *item = place->data;
            double advance = (double)(lib.pango_glyph_string_get_width(item->glyphs)) / PANGO_SCALE;
            left += (double)item->start_x_offset / PANGO_SCALE;
            if (run_at(text, item->item->offset) == run) {
                // Not Pango's own offset, which also shifts scripts against each other by their fonts' tables.
                double bottom = baseline - look->rise;
                draw_item(cairo, item, look, left, bottom);
                if (look->is_struck_through) draw_bar(cairo, left, bottom - look->size * 0.27, advance, look->size / 15);
                if (look->is_underlined) draw_bar(cairo, left, bottom + look->size * 0.12, advance, look->size / 15);
            }
            left += advance + (double)item->end_x_offset / PANGO_SCALE;
        }
        y += line.ascent + line.descent;
    }
    lib.cairo_restore(cairo);
}
