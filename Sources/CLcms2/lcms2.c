#include "CLcms2.h"

#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(DO)                                                                                              \
  DO(cmsCreateContext)                                                                                             \
  DO(cmsDeleteContext)                                                                                             \
  DO(cmsBuildGamma)                                                                                                \
  DO(cmsFreeToneCurve)                                                                                             \
  DO(cmsEvalToneCurveFloat)                                                                                        \
  DO(cmsCreateRGBProfileTHR)                                                                                       \
  DO(cmsCreate_sRGBProfileTHR)                                                                                     \
  DO(cmsOpenProfileFromMemTHR)                                                                                     \
  DO(cmsCloseProfile)                                                                                              \
  DO(cmsIsTag)                                                                                                     \
  DO(cmsReadTag)                                                                                                   \
  DO(cmsGetDeviceClass)                                                                                            \
  DO(cmsGetColorSpace)                                                                                             \
  DO(cmsGetPCS)                                                                                                    \
  DO(cmsIsCLUT)                                                                                                    \
  DO(cmsIsMatrixShaper)                                                                                            \
  DO(cmsCreateTransformTHR)                                                                                        \
  DO(cmsDoTransform)                                                                                               \
  DO(cmsDeleteTransform)

// The library's functions, by their names.
#define FIELD(name) __typeof__(&name) name;
static struct functions {
  FUNCTIONS(FIELD)
} lcms2;

static int is_loaded;

static void load(void) {
  // The version of the header's declarations, which are stable within it. It stays open.
  void *library = dlopen("liblcms2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name)                                                                                                 \
  lcms2.name = (__typeof__(lcms2.name))dlsym(library, #name);                                                      \
  if (!lcms2.name) return;
  FUNCTIONS(FIND)
  is_loaded = 1;
}

int tui_lcms2_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

cmsContext cmsCreateContext(void *plugin, void *data) {
  return tui_lcms2_load() ? lcms2.cmsCreateContext(plugin, data) : NULL;
}

// All others need a context, so that the library is there. Functions of lcms2 itself that a program is linked with may also call these,
// before the first context is created.
static const struct functions *library(void) {
  tui_lcms2_load();
  return &lcms2;
}

void cmsDeleteContext(cmsContext context) { library()->cmsDeleteContext(context); }

cmsToneCurve *cmsBuildGamma(cmsContext context, cmsFloat64Number gamma) { return library()->cmsBuildGamma(context, gamma); }

void cmsFreeToneCurve(cmsToneCurve *curve) { library()->cmsFreeToneCurve(curve); }

cmsFloat32Number cmsEvalToneCurveFloat(const cmsToneCurve *curve, cmsFloat32Number value) {
  return library()->cmsEvalToneCurveFloat(curve, value);
}

cmsHPROFILE cmsCreateRGBProfileTHR(cmsContext context, const cmsCIExyY *white, const cmsCIExyYTRIPLE *primaries,
                                   cmsToneCurve *const curves[3]) {
  return library()->cmsCreateRGBProfileTHR(context, white, primaries, curves);
}

cmsHPROFILE cmsCreate_sRGBProfileTHR(cmsContext context) { return library()->cmsCreate_sRGBProfileTHR(context); }

cmsHPROFILE cmsOpenProfileFromMemTHR(cmsContext context, const void *bytes, cmsUInt32Number count) {
  return library()->cmsOpenProfileFromMemTHR(context, bytes, count);
}

cmsBool cmsCloseProfile(cmsHPROFILE profile) { return library()->cmsCloseProfile(profile); }

cmsBool cmsIsTag(cmsHPROFILE profile, cmsTagSignature tag) { return library()->cmsIsTag(profile, tag); }

void *cmsReadTag(cmsHPROFILE profile, cmsTagSignature tag) { return library()->cmsReadTag(profile, tag); }

cmsProfileClassSignature cmsGetDeviceClass(cmsHPROFILE profile) { return library()->cmsGetDeviceClass(profile); }

cmsColorSpaceSignature cmsGetColorSpace(cmsHPROFILE profile) { return library()->cmsGetColorSpace(profile); }

cmsColorSpaceSignature cmsGetPCS(cmsHPROFILE profile) { return library()->cmsGetPCS(profile); }

cmsBool cmsIsCLUT(cmsHPROFILE profile, cmsUInt32Number intent, cmsUInt32Number direction) {
  return library()->cmsIsCLUT(profile, intent, direction);
}

cmsBool cmsIsMatrixShaper(cmsHPROFILE profile) { return library()->cmsIsMatrixShaper(profile); }

cmsHTRANSFORM cmsCreateTransformTHR(cmsContext context, cmsHPROFILE input, cmsUInt32Number input_format,
                                    cmsHPROFILE output, cmsUInt32Number output_format, cmsUInt32Number intent,
                                    cmsUInt32Number flags) {
  return library()->cmsCreateTransformTHR(context, input, input_format, output, output_format, intent, flags);
}

void cmsDoTransform(cmsHTRANSFORM transform, const void *input, void *output, cmsUInt32Number count) {
  library()->cmsDoTransform(transform, input, output, count);
}

void cmsDeleteTransform(cmsHTRANSFORM transform) { library()->cmsDeleteTransform(transform); }
