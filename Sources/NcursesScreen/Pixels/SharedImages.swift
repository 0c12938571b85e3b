import CTerminalRestore
import Glibc
import System
import Terminal

/// Image samples that the terminal reads from shared memory objects and temporary files, one for each image.
///
/// The terminal deletes the files that it has read. The others are deleted here: once the terminal has answered, when
/// it is restored, and in a crash; after SIGKILL, the reaper deletes them. Each file has a random name and is accessible to this user only.
final class SharedImages {
  private struct File {
    /// Its number among the files that a crash deletes.
    let number: Int32
    let path: String
    /// The name to send to the terminal.
    let name: String

    /// Deletes the file; returns whether it still existed.
    @discardableResult
    func remove() -> Bool {
      defer { TransientFile.forget(path) }
      return tui_shared_file_remove(number) != 0
    }
  }

  /// The files that test whether the terminal reads a medium.
  private var trials: [ImageMedium: File] = [:]
  /// The file being uploaded; there is at most one.
  private var upload: File?
  private var hasTried = false
  /// Whether the replies to the queries are outstanding, although the terminal has replied to one like them.
  private(set) var isTrying = false

  init() {}

  /// Deletes the files that the terminal has left.
  func removeAll() {
    endTrials()
    removeUpload()
  }

  // MARK: - Trials

  /// The queries that test which media the terminal reads, to be sent once it has accepted an image within a command.
  /// The last one is answered by every such terminal.
  func fencedQueries(in environment: [String: String]) -> [UInt8] {
    isTrying = true
    return queries(in: environment) + ImageMedium.fence
  }

  /// Deletes the files of queries that have no answer, once the last query is answered.
  func endTrials() {
    isTrying = false
    for file in trials.values { file.remove() }
    trials = [:]
  }

  /// The queries that test which media the terminal reads; empty if none is worth trying, or all have been sent.
  func queries(in environment: [String: String]) -> [UInt8] {
    guard ImageMedium.isWorthTrying(environment), !hasTried else { return [] }
    hasTried = true
    return ImageMedium.allCases.flatMap { medium -> [UInt8] in
      guard let file = SharedImages.store(ImageMedium.querySamples, in: medium) else { return [] }
      trials[medium] = file
      return medium.query(name: file.name)
    }
  }

  /// Handles the reply to a query; returns whether the terminal has read, and hence deleted, the
  /// file. An OK alone proves nothing.
  func answered(_ medium: ImageMedium) -> Bool {
    guard let file = trials.removeValue(forKey: medium) else { return false }
    return !file.remove()
  }

  // MARK: - Uploads

  /// Stores an image's samples where the terminal can read them; returns the name to send, or nil on failure.
  func share(_ samples: [UInt8], in medium: ImageMedium) -> String? {
    removeUpload()
    guard let file = SharedImages.store(samples, in: medium) else { return nil }
    upload = file
    return file.name
  }

  /// Deletes the upload's file, once it has been answered or the answer no longer matters.
  func removeUpload() {
    upload?.remove()
    upload = nil
  }

  // MARK: - Files

  /// Writes a new file; nil on failure.
  private static func store(_ samples: [UInt8], in medium: ImageMedium) -> File? {
    let unique =
      "\(getpid())-\(String(UInt64.random(in: 0...(.max)), radix: 36))\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    // On Linux, shared memory objects are files in a folder, so a signal handler can delete them.
    let (name, path) =
      switch medium {
      case .sharedMemory: ("/tui-\(unique)", "/dev/shm/tui-\(unique)")
      // Terminals delete only files with such names.
      case .temporaryFile: ("/tmp/tui-tty-graphics-protocol-\(unique)", "/tmp/tui-tty-graphics-protocol-\(unique)")
      }
    // The path is copied.
    let number = unsafe tui_shared_file_add(path)
    guard number >= 0 else { return nil }
    TransientFile.watch(path)
    let file = File(number: number, path: path, name: name)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      file.remove()
      return nil
    }
    defer { close(descriptor) }
    guard write(samples, to: descriptor) else {
      file.remove()
      return nil
    }
    return file
  }

  /// Writes all samples; returns false on an error, for example a full disk.
  private static func write(_ samples: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < samples.count {
      // The range lies within the array.
      let count = unsafe samples.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), samples.count - written)
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return false
      }
    }
    return true
  }
}
