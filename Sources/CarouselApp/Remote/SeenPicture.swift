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
    DispatchQueue(label: "tui.looking").run {
      switch picture {
      case .failure(let error): RemoteError(.noPicture, error.description)
      case .success(let picture):
        // Whatever is there stays.
        FileBytes.create(path, picture.forms.first?.content ?? []).map { failure($0, path) }
      }
    } then: {
      done($0)
    }
  }

  private static func failure(_ number: Int32, _ path: Path) -> RemoteError {
    let reason = number == EEXIST ? "it exists already" : FileError(system: number).description
    return RemoteError(.noPicture, "“\(SafeText.visible(path.bytes))” is not written: \(reason)")
  }
}
