import Glibc

// A shell with one job, for the end-to-end tests: job-runner PROGRAM [ARGUMENT …]
//
// It leads the session of the terminal it is started in, so that the terminal outlives the job and the job can be
// stopped and continued as by Ctrl-Z and `fg`. What becomes of the job it reports in lines on descriptor 3: "started
// PID", "stopped SIGNAL", "exited STATUS", "signaled SIGNAL". A line on descriptor 4 continues a stopped job; its end
// ends the runner. Unlike a shell it touches no line settings, and survives the terminal's hang-up.

let (reports, orders): (Int32, Int32) = (3, 4)
/// What a shell ignores, lest its own terminal stop it.
let ignored = [SIGHUP, SIGTTOU, SIGTTIN, SIGTSTP]

func report(_ event: String, _ number: Int32) {
  let line = [UInt8]("\(event) \(number)\n".utf8)
  _ = unsafe write(reports, line, line.count)
}

/// Reads an order; false: there will be none.
func isOrdered() -> Bool {
  var byte: UInt8 = 0
  repeat {
    guard unsafe read(orders, &byte, 1) == 1 else { return false }
  } while byte != 0x0A
  return true
}

func openTerminal() -> Int32 { unsafe open("/dev/tty", O_RDWR | O_CLOEXEC) }

/// In the job: takes the foreground before the program begins, then becomes it.
func becomeJob(_ arguments: [String]) -> Never {
  setpgid(0, 0)
  tcsetpgrp(openTerminal(), getpgrp())
  for number in ignored { signal(number, SIG_DFL) }
  // Whatever else was inherited counts towards the job's limit of open files, and tests that run beside this one leave some.
  for descriptor in 3..<Int32(1024) { close(descriptor) }
  var pointers = unsafe arguments.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  unsafe execv(arguments[0], &pointers)
  exit(127)
}

func startJob(_ arguments: [String]) -> pid_t {
  var pointers = unsafe (["job-runner", "--job"] + arguments).map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  var job: pid_t = 0
  guard unsafe posix_spawn(&job, "/proc/self/exe", nil, nil, pointers, environ) == 0 else { exit(126) }
  return job
}

func watch(_ job: pid_t) {
  let terminal = openTerminal()
  while true {
    var status: Int32 = 0
    guard unsafe waitpid(job, &status, WUNTRACED) == job else { continue }
    tcsetpgrp(terminal, getpgrp())
    switch status & 0x7F {
    case 0: report("exited", status >> 8 & 0xFF)
    case 0x7F:
      report("stopped", status >> 8 & 0xFF)
      guard isOrdered() else { return }
      tcsetpgrp(terminal, job)
      kill(-job, SIGCONT)
      continue
    case let number: report("signaled", number)
    }
    return
  }
}

for number in ignored { signal(number, SIG_IGN) }
if CommandLine.arguments.dropFirst().first == "--job" { becomeJob(Array(CommandLine.arguments.dropFirst(2))) }
let job = startJob(Array(CommandLine.arguments.dropFirst()))
// Once the job has ended the terminal's keys are for the runner, which has yet to report. Not before: the job inherits it.
for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
// What the job reads and writes ends with the job.
let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
for descriptor in 0...2 { dup2(null, Int32(descriptor)) }
report("started", job)
watch(job)
while isOrdered() {}
