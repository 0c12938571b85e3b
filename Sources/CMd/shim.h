#include <sha2.h>
#include <md5.h>
