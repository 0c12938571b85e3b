import Decks
import Downloads
import ExternalDecoders
import Synchronization
import System

/// Numbers for pictures and frames, no two alike while the process lives: by them, what was drawn of one is known again.
enum PictureSerial {
  private static let last = Atomic<UInt64>(0)

  /// The next number.
  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
