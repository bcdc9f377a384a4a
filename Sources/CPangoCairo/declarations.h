// What is used of Pango, Cairo and GObject, declared here so that building needs no headers of theirs.
//
// With CHECK_DECLARATIONS the real headers come first, and the compiler holds each line against them:
// Scripts/check-declarations.sh.
#ifndef CPangoCairo_declarations_h
#define CPangoCairo_declarations_h

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_pattern cairo_pattern_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _cairo_scaled_font cairo_scaled_font_t;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoCairoFont PangoCairoFont;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoAttrList PangoAttrList;

#ifndef CHECK_DECLARATIONS
typedef void *gpointer;
typedef int gboolean;
typedef unsigned cairo_format_t, cairo_status_t, cairo_hint_style_t, cairo_hint_metrics_t, cairo_antialias_t;
typedef unsigned PangoWrapMode, PangoEllipsizeMode, PangoStyle, PangoWeight;
typedef struct { unsigned long index; double x, y; } cairo_glyph_t;
typedef struct PangoRectangle { int x, y, width, height; } PangoRectangle;
typedef struct _GSList { gpointer data; struct _GSList *next; } GSList;
typedef struct { int width, x_offset, y_offset; } PangoGlyphGeometry;
typedef struct { unsigned is_cluster_start : 1, is_color : 1; } PangoGlyphVisAttr;
typedef struct { unsigned glyph; PangoGlyphGeometry geometry; PangoGlyphVisAttr attr; } PangoGlyphInfo;
typedef struct { int num_glyphs; PangoGlyphInfo *glyphs; int *log_clusters; int space; } PangoGlyphString;
typedef struct {
    gpointer shape_engine, lang_engine;
    PangoFont *font;
    unsigned char level, gravity, flags, script;
    PangoLanguage *language;
    GSList *extra_attrs;
} PangoAnalysis;
typedef struct { int offset, length, num_chars; PangoAnalysis analysis; } PangoItem;
typedef struct {
    PangoItem *item;
    PangoGlyphString *glyphs;
    int y_offset, start_x_offset, end_x_offset;
} PangoGlyphItem;
typedef struct {
    PangoLayout *layout;
    int start_index, length;
    GSList *runs;
    unsigned is_paragraph_start : 1, resolved_dir : 3;
} PangoLayoutLine;
typedef struct { const void *klass; unsigned start_index, end_index; } PangoAttribute;

#define PANGO_SCALE 1024
#define PANGO_GLYPH_EMPTY 0x0FFFFFFFu
#define PANGO_GLYPH_UNKNOWN_FLAG 0x10000000u
enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_STATUS_SUCCESS = 0, CAIRO_HINT_STYLE_NONE = 1, CAIRO_HINT_METRICS_OFF = 1 };
enum { CAIRO_ANTIALIAS_GRAY = 2 };
enum { PANGO_WRAP_WORD_CHAR = 2, PANGO_DIRECTION_RTL = 1, PANGO_STYLE_ITALIC = 2 };
enum { PANGO_ELLIPSIZE_NONE, PANGO_ELLIPSIZE_START, PANGO_ELLIPSIZE_MIDDLE, PANGO_ELLIPSIZE_END };
#endif

// What is read or passed as a number is the same in the headers and here.
#include <stddef.h>
#define SAME(what) _Static_assert(what, #what)
SAME(sizeof(cairo_glyph_t) == 24 && offsetof(cairo_glyph_t, y) == 16);
SAME(sizeof(PangoRectangle) == 16 && offsetof(PangoRectangle, height) == 12);
SAME(offsetof(GSList, next) == 8);
SAME(sizeof(PangoGlyphInfo) == 20 && offsetof(PangoGlyphInfo, geometry) == 4 && offsetof(PangoGlyphInfo, attr) == 16);
SAME(offsetof(PangoGlyphGeometry, y_offset) == 8);
SAME(offsetof(PangoGlyphString, glyphs) == 8);
SAME(offsetof(PangoAnalysis, font) == 16);
SAME(offsetof(PangoItem, offset) == 0 && offsetof(PangoItem, analysis) == 16);
SAME(offsetof(PangoGlyphItem, glyphs) == 8 && offsetof(PangoGlyphItem, y_offset) == 16);
SAME(offsetof(PangoGlyphItem, end_x_offset) == 24);
SAME(offsetof(PangoLayoutLine, start_index) == 8 && offsetof(PangoLayoutLine, runs) == 16);
SAME(offsetof(PangoAttribute, start_index) == 8 && offsetof(PangoAttribute, end_index) == 12);
SAME(PANGO_SCALE == 1024 && PANGO_GLYPH_EMPTY == 0x0FFFFFFF && PANGO_GLYPH_UNKNOWN_FLAG == 0x10000000);
SAME(CAIRO_FORMAT_ARGB32 == 0 && CAIRO_STATUS_SUCCESS == 0 && CAIRO_ANTIALIAS_GRAY == 2);
SAME(CAIRO_HINT_STYLE_NONE == 1 && CAIRO_HINT_METRICS_OFF == 1);
SAME(PANGO_WRAP_WORD_CHAR == 2 && PANGO_DIRECTION_RTL == 1 && PANGO_STYLE_ITALIC == 2);
SAME(PANGO_ELLIPSIZE_NONE == 0 && PANGO_ELLIPSIZE_START == 1);
SAME(PANGO_ELLIPSIZE_MIDDLE == 2 && PANGO_ELLIPSIZE_END == 3);
#undef SAME

void g_object_unref(gpointer);

void cairo_arc(cairo_t *, double, double, double, double, double);
void cairo_clip(cairo_t *);
void cairo_close_path(cairo_t *);
cairo_t *cairo_create(cairo_surface_t *);
void cairo_destroy(cairo_t *);
void cairo_fill(cairo_t *);
cairo_font_options_t *cairo_font_options_create(void);
void cairo_font_options_destroy(cairo_font_options_t *);
void cairo_font_options_set_antialias(cairo_font_options_t *, cairo_antialias_t);
void cairo_font_options_set_hint_metrics(cairo_font_options_t *, cairo_hint_metrics_t);
void cairo_font_options_set_hint_style(cairo_font_options_t *, cairo_hint_style_t);
void cairo_glyph_path(cairo_t *, const cairo_glyph_t *, int);
cairo_surface_t *cairo_image_surface_create_for_data(unsigned char *, cairo_format_t, int, int, int);
void cairo_mask_surface(cairo_t *, cairo_surface_t *, double, double);
void cairo_new_path(cairo_t *);
void cairo_new_sub_path(cairo_t *);
void cairo_paint(cairo_t *);
void cairo_paint_with_alpha(cairo_t *, double);
void cairo_pattern_add_color_stop_rgba(cairo_pattern_t *, double, double, double, double, double);
cairo_pattern_t *cairo_pattern_create_linear(double, double, double, double);
cairo_pattern_t *cairo_pattern_create_radial(double, double, double, double, double, double);
void cairo_pattern_destroy(cairo_pattern_t *);
void cairo_pop_group_to_source(cairo_t *);
void cairo_push_group(cairo_t *);
void cairo_rectangle(cairo_t *, double, double, double, double);
void cairo_restore(cairo_t *);
void cairo_save(cairo_t *);
void cairo_scale(cairo_t *, double, double);
void cairo_set_line_width(cairo_t *, double);
void cairo_set_scaled_font(cairo_t *, const cairo_scaled_font_t *);
void cairo_set_source(cairo_t *, cairo_pattern_t *);
void cairo_set_source_rgba(cairo_t *, double, double, double, double);
void cairo_set_source_surface(cairo_t *, cairo_surface_t *, double, double);
void cairo_show_glyphs(cairo_t *, const cairo_glyph_t *, int);
cairo_status_t cairo_status(cairo_t *);
void cairo_stroke(cairo_t *);
void cairo_surface_destroy(cairo_surface_t *);
void cairo_surface_flush(cairo_surface_t *);
cairo_status_t cairo_surface_status(cairo_surface_t *);
void cairo_translate(cairo_t *, double, double);
const char *cairo_version_string(void);

PangoAttribute *pango_attr_font_desc_new(const PangoFontDescription *);
PangoAttribute *pango_attr_font_features_new(const char *);
PangoAttribute *pango_attr_letter_spacing_new(int);
void pango_attr_list_insert(PangoAttrList *, PangoAttribute *);
PangoAttrList *pango_attr_list_new(void);
void pango_attr_list_unref(PangoAttrList *);
void pango_cairo_context_set_font_options(PangoContext *, const cairo_font_options_t *);
cairo_scaled_font_t *pango_cairo_font_get_scaled_font(PangoCairoFont *);
PangoFontMap *pango_cairo_font_map_new(void);
void pango_context_set_language(PangoContext *, PangoLanguage *);
void pango_context_set_round_glyph_positions(PangoContext *, gboolean);
void pango_font_description_free(PangoFontDescription *);
PangoFontDescription *pango_font_description_new(void);
void pango_font_description_set_absolute_size(PangoFontDescription *, double);
void pango_font_description_set_family(PangoFontDescription *, const char *);
void pango_font_description_set_style(PangoFontDescription *, PangoStyle);
void pango_font_description_set_weight(PangoFontDescription *, PangoWeight);
PangoFontDescription *pango_font_describe(PangoFont *);
const char *pango_font_description_get_family(const PangoFontDescription *);
void pango_font_get_glyph_extents(PangoFont *, unsigned, PangoRectangle *, PangoRectangle *);
PangoContext *pango_font_map_create_context(PangoFontMap *);
PangoFont *pango_font_map_load_font(PangoFontMap *, PangoContext *, const PangoFontDescription *);
int pango_glyph_string_get_width(PangoGlyphString *);
PangoLanguage *pango_language_from_string(const char *);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *, int);
int pango_layout_get_line_count(PangoLayout *);
int pango_layout_get_unknown_glyphs_count(PangoLayout *);
gboolean pango_layout_is_ellipsized(PangoLayout *);
PangoLayout *pango_layout_new(PangoContext *);
void pango_layout_set_attributes(PangoLayout *, PangoAttrList *);
void pango_layout_set_ellipsize(PangoLayout *, PangoEllipsizeMode);
void pango_layout_set_height(PangoLayout *, int);
void pango_layout_set_text(PangoLayout *, const char *, int);
void pango_layout_set_width(PangoLayout *, int);
void pango_layout_set_wrap(PangoLayout *, PangoWrapMode);
const char *pango_version_string(void);

#endif
