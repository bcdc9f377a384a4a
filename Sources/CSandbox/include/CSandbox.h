#ifndef CSandbox_H
#define CSandbox_H

#include "CSandboxFilter.h"
#include "CSandboxLandlock.h"
#include "CSandboxStarter.h"
#include "CSandboxWorker.h"

#endif
