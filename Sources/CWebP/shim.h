#include <webp/decode.h>
// For encoding and comparing in the tests.
#include <webp/demux.h>
#include <webp/encode.h>

// The functions by which libwebp runs its threads, and by which a program replaces them. They are exported, but declared in a header that
// is not installed (src/utils/thread_utils.h); they have been the same in versions 0.5 to 1.6.
typedef struct {
  // For the functions below.
  void *impl;
  // 0: none; 1: a thread waits for work; 2: it works.
  int status;
  // The work; returns 0 if it fails.
  int (*hook)(void *, void *);
  void *data1, *data2;
  int had_error;
} WebPWorker;

typedef struct {
  void (*Init)(WebPWorker *);
  int (*Reset)(WebPWorker *);
  int (*Sync)(WebPWorker *);
  void (*Launch)(WebPWorker *);
  void (*Execute)(WebPWorker *);
  void (*End)(WebPWorker *);
} WebPWorkerInterface;

// Copies the functions; not thread-safe. 0 if one is missing.
extern int WebPSetWorkerInterface(const WebPWorkerInterface *);
// The functions in use, for the tests.
extern const WebPWorkerInterface *WebPGetWorkerInterface(void);
