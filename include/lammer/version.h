/* version.h - the version of this program, as reports, records and `lammer --version` print it. */
#ifndef LAMMER_VERSION_H
#define LAMMER_VERSION_H

#define LAMMER_VERSION "0.1.0"

#endif
