import CTerminalRestore
import Glibc
import Terminal

/// Samples of images where the terminal reads them: shared memory objects and temporary files, each for one image.
///
/// The terminal deletes what it has read. What it has not is deleted here: once it has answered, when the terminal is given back,
/// and in a crash. Each has a random name and belongs to this user alone.
final class SharedImages {
  /// The numbers of files that are being tried, by their media.
  private var trials: [ImageMedium: Int32] = [:]
  /// The file of the upload under way: there is one at a time.
  private var upload: Int32?

  init() {}

  /// Deletes what the terminal has left.
  func removeAll() {
    for number in trials.values { tui_shared_file_remove(number) }
    trials = [:]
    removeUpload()
  }

  // MARK: - Trials

  /// The queries that tell which media the terminal reads; empty: none may do.
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

  /// The terminal has answered a query; returns whether it has read the file, and so deleted it: anyone can say OK.
  func answered(_ medium: ImageMedium) -> Bool {
    guard let number = trials.removeValue(forKey: medium) else { return false }
    return tui_shared_file_remove(number) == 0
  }

  // MARK: - Uploads

  /// Puts an image's samples where the terminal reads them; returns what it calls that, nil where it cannot be done.
  func share(_ samples: [UInt8], in medium: ImageMedium) -> String? {
    removeUpload()
    guard let file = SharedImages.store(samples, in: medium) else { return nil }
    upload = file.number
    return file.name
  }

  /// The upload has been answered, or nobody waits for that any more.
  func removeUpload() {
    if let upload { tui_shared_file_remove(upload) }
    upload = nil
  }

  // MARK: - Files

  /// Writes a new file; returns its number, and its name for the terminal.
  private static func store(_ samples: [UInt8], in medium: ImageMedium) -> (number: Int32, name: String)? {
    let unique =
      "\(getpid())-\(String(UInt64.random(in: 0...(.max)), radix: 36))\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    // Linux has shared memory in a folder: there it can be deleted from a signal handler, too.
    let (name, path) =
      switch medium {
      case .sharedMemory: ("/tui-\(unique)", "/dev/shm/tui-\(unique)")
      // Terminals delete files of such names only.
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

  /// Writes all samples; false where there is no room for them.
  private static func write(_ samples: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < samples.count {
      // What is left lies within the array.
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
