import Dispatch
import Glibc
import Pictures
import RemoteControl
import System
import Terminal

/// Writes pictures to files for clients.
enum SeenPicture {
  /// Writes a PNG to a file that does not exist yet, off the main queue. `done` receives nil, or why it was not written.
  static func write(
    _ picture: Result<ClipboardPicture, LoadError>, to path: Path,
    _ done: @escaping @MainActor (RemoteError?) -> Void
  ) {
    DispatchQueue(label: "tui.looking").async {
      let failure = failure(picture, path)
      MainQueue.async { done(failure) }
    }
  }

  private static func failure(_ picture: Result<ClipboardPicture, LoadError>, _ path: Path) -> RemoteError? {
    switch picture {
    case .failure(let error): return RemoteError(.noPicture, error.description)
    case .success(let picture):
      // Whatever is there stays.
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let file = unsafe path.withCString { unsafe open($0, flags, 0o600) }
      guard file >= 0 else { return failure(errno, path) }
      let error = DescriptorBytes.write(picture.forms.first?.content ?? [], to: file)
      guard close(file) == 0, error == nil else {
        _ = unsafe path.withCString { unsafe unlink($0) }
        return failure(error ?? errno, path)
      }
      return nil
    }
  }

  private static func failure(_ number: Int32, _ path: Path) -> RemoteError {
    let reason = number == EEXIST ? "it exists already" : FileError(system: number).description
    return RemoteError(.noPicture, "“\(SafeText.visible(path.bytes))” is not written: \(reason)")
  }
}
