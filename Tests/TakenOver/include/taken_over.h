// Nothing is declared: the library is preloaded (LD_PRELOAD).
