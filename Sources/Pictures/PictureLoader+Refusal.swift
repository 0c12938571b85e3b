package import Decks
import ExternalDecoders
import Imaging
import System

extension PictureLoader {
  /// Why a location certainly cannot be shown, as far as a file's first bytes tell; nil if it may be a picture.
  package func refusal(of location: Location) -> LoadError? {
    switch location {
    case .url, .entry: return nil
    case .broken(_, let reason): return .broken(reason: reason)
    case .file(let path), .page(let path, _), .input(let path):
      do throws(FileError) {
        let file = try RegularFile(path, limit: .max)
        let head = Array(file.bytes(at: 0, count: PictureSignature.headBytes))
        if let error = file.error { throw error }
        let isPicture = PictureSignature.matches(head, fileExtension: path.fileExtension)
        return isPicture || head.isEmpty ? nil : .image(.notAPicture)
      } catch {
        return LoadError(error)
      }
    }
  }
}
