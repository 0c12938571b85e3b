#include <fribidi/fribidi.h>

// Macros of macros, which Swift does not import.
static const FriBidiParType tui_bidi_left_to_right = FRIBIDI_PAR_LTR;
static const FriBidiParType tui_bidi_right_to_left = FRIBIDI_PAR_RTL;
static const FriBidiParType tui_bidi_by_first_letter = FRIBIDI_PAR_ON;
