#ifndef CSandbox_H
#define CSandbox_H

#include "CSandboxLandlock.h"

#endif
