#ifndef name_H
#define name_H

// The first word of a worker's command line, and its only one.
#define CSANDBOX_WORKER_NAME "photowidget-decoder"

#endif
