import Glibc
import System

// Confines itself as tui-fetch does and tries what that denies: confined-probe FOLDER SECRET. Prints the names of the attempts
// that succeed.

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(64) }
let (folder, secret) = (arguments[1], arguments[2])

func canOpen(_ path: String, _ flags: Int32) -> Bool {
  let file = unsafe open(path, flags, 0o600)
  if file >= 0 { close(file) }
  return file >= 0
}

guard FetchConfinement.confine(writing: [folder], environment: [:]) else { exit(1) }
let attempts: [(String, Bool)] = [
  ("write", canOpen(folder + "/body", O_WRONLY | O_CREAT)),
  ("rename", unsafe rename(folder + "/body", folder + "/whole") == 0),
  ("remove", unsafe unlink(folder + "/whole") == 0),
  ("settings", canOpen("/etc/nsswitch.conf", O_RDONLY)),
  ("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0),
  ("read a secret", canOpen(secret, O_RDONLY)),
  ("change a secret", canOpen(secret, O_WRONLY)),
  ("remove a secret", unsafe unlink(secret) == 0),
  ("create beside", canOpen(secret + "2", O_WRONLY | O_CREAT)),
  ("signal", kill(getppid(), 0) == 0),
  ("memory of others", canOpen("/proc/\(getppid())/mem", O_RDONLY)),
]
for (name, isDone) in attempts where isDone { print(name) }
