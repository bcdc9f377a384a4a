#ifndef CLCMS_H
#define CLCMS_H

#include <lcms2.h>

#endif
