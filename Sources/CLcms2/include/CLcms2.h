#ifndef C_LCMS2_H
#define C_LCMS2_H

#include <stdio.h>

#include <lcms2.h>

// The functions of lcms2 that are used are defined here, and call those of the library. It is opened when the first of them is called,
// because few pictures need it: opening it takes a fifth of a millisecond of a start. Without it, `cmsCreateContext` returns null, and the
// others must not be called.

/// Opens the library; returns whether it is there. Confined processes must have done this before files were forbidden.
int tui_lcms2_load(void);

#endif
