import Glibc

// A shell with one job, for the end-to-end tests: job-runner PROGRAM [ARGUMENT …]
//
// It leads the session of its terminal, so that the terminal outlives the job and the job can be stopped and continued
// as with Ctrl-Z and `fg`. It reports the job's state in lines on descriptor 3: "started PID", "stopped SIGNAL",
// "exited STATUS", "signaled SIGNAL". A line on descriptor 4 continues a stopped job; the end of descriptor 4 ends the
// runner. Unlike a shell, it does not change line settings, and it survives the terminal's hang-up.

let (reports, orders): (Int32, Int32) = (3, 4)
/// The signals that a shell ignores so that its own terminal does not stop it.
let ignored = [SIGHUP, SIGTTOU, SIGTTIN, SIGTSTP]

func report(_ event: String, _ number: Int32) {
  let line = [UInt8]("\(event) \(number)\n".utf8)
  _ = unsafe write(reports, line, line.count)
}

/// Waits for an order; returns false at the end of the orders.
func waitForOrder() -> Bool {
  var byte: UInt8 = 0
  repeat {
    guard unsafe read(orders, &byte, 1) == 1 else { return false }
  } while byte != 0x0A
  return true
}

func openTerminal() -> Int32 { unsafe open("/dev/tty", O_RDWR | O_CLOEXEC) }

/// Runs in the job: takes the foreground, then executes the program.
func becomeJob(_ arguments: [String]) -> Never {
  setpgid(0, 0)
  tcsetpgrp(openTerminal(), getpgrp())
  for number in ignored { signal(number, SIG_DFL) }
  // Other inherited descriptors, such as those of tests that run at the same time, would count towards the job's limit
  // of open files.
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
    guard unsafe waitpid(job, &status, WUNTRACED) == job else {
      if errno == EINTR { continue }
      return
    }
    tcsetpgrp(terminal, getpgrp())
    switch status & 0x7F {
    case 0: report("exited", status >> 8 & 0xFF)
    case 0x7F:
      report("stopped", status >> 8 & 0xFF)
      guard waitForOrder() else { return }
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
// Once the job has ended, signal keys go to the runner, which must still report. They are ignored only now, since the
// job would have inherited that.
for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
// The job's streams must close when the job ends.
let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
for descriptor in 0...2 { dup2(null, Int32(descriptor)) }
report("started", job)
watch(job)
while waitForOrder() {}
