import CTerminalRestore
import Glibc
import Terminal

/// Image samples that the terminal reads from shared memory objects and temporary files, one for each image.
///
/// The terminal deletes the files that it has read. The others are deleted here: once the terminal has answered, when
/// it is restored, and in a crash. Each file has a random name and is accessible to this user only.
final class SharedImages {
  /// The numbers of the files that test whether the terminal reads a medium.
  private var trials: [ImageMedium: Int32] = [:]
  /// The number of the file being uploaded; there is at most one.
  private var upload: Int32?

  init() {}

  /// Deletes the files that the terminal has left.
  func removeAll() {
    for number in trials.values { tui_shared_file_remove(number) }
    trials = [:]
    removeUpload()
  }

  // MARK: - Trials

  /// The queries that test which media the terminal reads; empty if none is worth trying.
  func queries(in environment: [String: String]) -> [UInt8] {
    guard ImageMedium.isWorthTrying(environment) else { return [] }
    return ImageMedium.allCases.flatMap { medium -> [UInt8] in
      guard trials[medium] == nil, let file = SharedImages.store(ImageMedium.querySamples, in: medium) else {
        return []
      }
      trials[medium] = file.number
      return medium.query(name: file.name)
    }
  }

  /// Handles the reply to a query; returns whether the terminal has read, and hence deleted, the
  /// file. An OK alone proves nothing.
  func answered(_ medium: ImageMedium) -> Bool {
    guard let number = trials.removeValue(forKey: medium) else { return false }
    return tui_shared_file_remove(number) == 0
  }

  // MARK: - Uploads

  /// Stores an image's samples where the terminal can read them; returns the name to send, or nil on failure.
  func share(_ samples: [UInt8], in medium: ImageMedium) -> String? {
    removeUpload()
    guard let file = SharedImages.store(samples, in: medium) else { return nil }
    upload = file.number
    return file.name
  }

  /// Deletes the upload's file, once it has been answered or the answer no longer matters.
  func removeUpload() {
    if let upload { tui_shared_file_remove(upload) }
    upload = nil
  }

  // MARK: - Files

  /// Writes a new file; returns its number and the name to send to the terminal, or nil on failure.
  private static func store(_ samples: [UInt8], in medium: ImageMedium) -> (number: Int32, name: String)? {
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
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      tui_shared_file_remove(number)
      return nil
    }
    defer { close(descriptor) }
    guard write(samples, to: descriptor) else {
      tui_shared_file_remove(number)
      return nil
    }
    return (number, name)
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
