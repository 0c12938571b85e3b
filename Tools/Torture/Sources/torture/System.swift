import CProcess
import Foundation

/// What the machine allows us, and programs that prepare attacks.
struct System {
  /// How programs are started for whom limits on processes hold; nil: not here.
  let limitedUser: [String]?
  /// A folder on a small disk of its own; nil: not here.
  let smallDisk: String?
  /// What cannot be attacked here, and why.
  let skipped: [String]

  static let diskBytes = 256 << 10
  private static let nobody = 65_534

  /// Looks what may be done. Before any thread starts.
  init(scratch: Scratch, program: String) throws {
    var skipped: [String] = []
    let disk = "\(scratch.folder)/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    if torture_own_mounts() == 0, unsafe torture_mount_disk(disk, Int32(Self.diskBytes)) == 0 {
      smallDisk = disk
    } else {
      smallDisk = nil
      skipped.append("full disks, but for /dev/full and limits on files (mounting needs root or user namespaces)")
    }
    // Root is exempt from RLIMIT_NPROC (setrlimit(2)): another user has to be found.
    var user: [String] = []
    if geteuid() == 0 {
      let path = Self.path(of: "setpriv") ?? "setpriv"
      user = [path, "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"]
    }
    if Self.run(user + ["prlimit", "--nproc=1000", program, "--version"]) == 0 {
      limitedUser = user
    } else {
      limitedUser = nil
      skipped.append("limits on processes (they need prlimit, and for root setpriv and a program that nobody may run)")
    }
    self.skipped = skipped
  }

  /// The threads of the user whom limits on processes hold.
  var threads: Int {
    let user = geteuid() == 0 ? UInt32(Self.nobody) : geteuid()
    var count = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(name) != nil {
      var facts = stat()
      guard unsafe stat("/proc/\(name)", &facts) == 0, facts.st_uid == user else { continue }
      count += (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(name)/task").count) ?? 0
    }
    return count
  }

  /// Fills the small disk but for some pages of 4096 bytes.
  func fill(leaving pages: Int) {
    guard let smallDisk else { return }
    let file = unsafe open("\(smallDisk)/filler", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let page = [UInt8](repeating: 0, count: 4096)
    var size = 0
    while true {
      let count = unsafe write(file, page, page.count)
      if count <= 0 { break }
      size += count
    }
    ftruncate(file, max(0, size - pages * page.count))
  }

  /// The path of a program; nil: it is not installed.
  static func path(of program: String) -> String? {
    if program.contains("/") { return program }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program without input or output, and returns its exit status; nil: it could not be run.
  @discardableResult static func run(_ command: [String]) -> Int32? {
    guard let program = command.first, let path = path(of: program) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = Array(command.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }
}
