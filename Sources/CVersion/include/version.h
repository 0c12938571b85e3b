#pragma once

/// The commit that the programs were built from, such as 1a2b3c4d; empty if it is unknown.
const char *tui_commit(void);
