import Dispatch

/// A picture that is requested of a folder before its name is known.
struct FirstPicture: Sendable {
  let answers = AnswerQueue()
  private let host: FarAddress.Host
  /// The path of the folder as it was given, percent-encoded, and with a slash at its end.
  private let path: String
  private let folder: String
  private let shape: FarShape

  init(of folder: FarAddress, _ shape: FarShape) {
    (host, path, self.shape) = (folder.host, FarAddress.encoded(folder.path), shape)
    self.folder = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
  }

  func request(_ number: UInt64) -> FarRequest {
    .picture(number: number, path: path, shape: shape, quality: FarQuality.quality(at: nil), known: nil)
  }

  /// Whether it may be a picture of a host in a shape.
  func hasForm(_ shape: FarShape, on host: FarAddress.Host) -> Bool { shape == self.shape && host == self.host }

  /// Waits for the answer; returns nil if it is not the picture at a path, or there is none.
  func picture(at path: String, while isWanted: () -> Bool) -> (FarPicture, [UInt8])? {
    while isWanted() {
      guard let answer = answers.next(within: .milliseconds(50)) else { continue }
      guard case .picture(var picture, let bytes) = answer, let name = picture.name, folder + name == path else {
        return nil
      }
      picture.name = nil
      return (picture, bytes)
    }
    return nil
  }
}
