#include "CWebP.h"

#include <dlfcn.h>
#include <pthread.h>
#include <webp/decode.h>

// libwebp's functions, by their own names and types; all there, or `loaded` is false.
static struct {
    bool loaded;
    __typeof__(&WebPGetDecoderVersion) WebPGetDecoderVersion;
    __typeof__(&WebPGetFeaturesInternal) WebPGetFeaturesInternal;
    __typeof__(&WebPInitDecoderConfigInternal) WebPInitDecoderConfigInternal;
    __typeof__(&WebPIDecode) WebPIDecode;
    __typeof__(&WebPIUpdate) WebPIUpdate;
    __typeof__(&WebPIDecGetRGB) WebPIDecGetRGB;
    __typeof__(&WebPIDelete) WebPIDelete;
} lib;

static void load(void) {
    void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (lib.name = (__typeof__(lib.name))dlsym(library, #name))
    lib.loaded = FIND(WebPGetDecoderVersion) && FIND(WebPGetFeaturesInternal) && FIND(WebPInitDecoderConfigInternal) && FIND(WebPIDecode) &&
                 FIND(WebPIUpdate) && FIND(WebPIDecGetRGB) && FIND(WebPIDelete);
#undef FIND
}

bool CWebP_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lib.loaded;
}

int CWebP_get_version(void) { return CWebP_load_library() ? lib.WebPGetDecoderVersion() : 0; }

bool CWebP_get_features(const uint8_t *picture, size_t length, CWebP_Features *features) {
    WebPBitstreamFeatures found;
    if (lib.WebPGetFeaturesInternal(picture, length, &found, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK) return false;
    features->width = found.width;
    features->height = found.height;
    features->has_alpha = found.has_alpha != 0;
    features->is_lossless = found.format == 2;
    return true;
}

static const char *describe(VP8StatusCode status) {
    switch (status) {
    case VP8_STATUS_OK: return "fewer rows than the header says";
    case VP8_STATUS_OUT_OF_MEMORY: return "no memory";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return "the picture data end early";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "a feature that libwebp does not know";
    default: return "the picture data are damaged";
    }
}

int CWebP_decode_rows(const uint8_t *picture, size_t length, const CWebP_Features *features, int width, int height,
                      uint8_t *out, size_t capacity, const char **reason) {
    int channels = features->has_alpha ? 4 : 3;
    *reason = "no memory";
    WebPDecoderConfig config;
    if (!lib.WebPInitDecoderConfigInternal(&config, WEBP_DECODER_ABI_VERSION)) return 0;
    if (width != features->width || height != features->height) {
        config.options.use_scaling = 1;
        config.options.scaled_width = width;
        config.options.scaled_height = height;
    }
    config.output.colorspace = features->has_alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = out;
    config.output.u.RGBA.stride = width * channels;
    config.output.u.RGBA.size = capacity;
    // Without data yet, so that they are read where they lie.
    WebPIDecoder *decoder = lib.WebPIDecode(NULL, 0, &config);
    if (!decoder) return 0;
    VP8StatusCode status = lib.WebPIUpdate(decoder, picture, length);
    int rows = 0;
    if (!lib.WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL)) rows = 0;
    // A finished decoder has all rows; one that failed may count a row that is not whole.
    if (status != VP8_STATUS_OK && rows >= height) rows = height - 1;
    if (rows < height) *reason = describe(status);
    lib.WebPIDelete(decoder);
    return rows;
}
