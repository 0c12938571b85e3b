// Messages between the program and the zygote of its workers.
#ifndef ZYGOTE_MESSAGES_H
#define ZYGOTE_MESSAGES_H

#include "workers.h"

// PREPARE_WORKERS is not sent: it is what a zygote does next that has received nothing.
enum request_kind { LIMIT_WORKERS = 1, FORK_WORKER, KILL_WORKER, PREPARE_WORKERS };

struct zygote_request {
  int kind;
  int number;
  struct tui_worker_limits limits;
};

struct zygote_answer {
  int failure;
  int number;
};

#endif
