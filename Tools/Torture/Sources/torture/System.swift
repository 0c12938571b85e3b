import CProcess
import Foundation

/// The machine's permissions, and programs that prepare attacks.
struct System {
  /// The command prefix that runs a program as a user to whom process limits apply; nil if there is none.
  let limitedUser: [String]?
  /// A folder on a separate small disk, or nil if none can be mounted.
  let smallDisk: String?
  /// The attacks that are not possible here, and why.
  let skipped: [String]

  static let diskBytes = 256 << 10
  private static let nobody = 65_534

  /// Determines what is permitted. Must be called before any thread starts.
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
    // Root is exempt from RLIMIT_NPROC (setrlimit(2)), so another user is needed.
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

  /// The number of threads of the user to whom process limits apply.
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

  /// Fills the small disk except for `pages` pages of 4096 bytes.
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

  /// The path of a program, or nil if it is not installed.
  static func path(of program: String) -> String? {
    if program.contains("/") { return program }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program without input or output, and returns its exit status, or nil if it did not run or exit normally.
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
