#include "CLCMS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static CLCMS_Functions functions;
static bool loaded;

static void load(void) {
    void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name) (functions.name = (__typeof__(functions.name))dlsym(library, #name))
    loaded =
        FIND(cmsBuildParametricToneCurve) && FIND(cmsCloseProfile) && FIND(cmsCreateRGBProfile) &&
        FIND(cmsCreateTransform) && FIND(cmsDeleteTransform) && FIND(cmsDoTransform) &&
        FIND(cmsEvalToneCurveFloat) && FIND(cmsFreeToneCurve) && FIND(cmsGetColorSpace) &&
        FIND(cmsGetDeviceClass) && FIND(cmsGetEncodedCMMversion) && FIND(cmsGetPCS) && FIND(cmsIsTag) &&
        FIND(cmsOpenProfileFromMem) && FIND(cmsReadTag);
#undef FIND
}

const CLCMS_Functions *CLCMS_load_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded ? &functions : NULL;
}
