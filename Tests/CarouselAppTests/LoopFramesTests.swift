import Bitmaps
import CarouselValues
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// Animations in pixels that repeat, and when their frames need not be decoded in pixels again.
@Suite struct LoopFramesTests {
  static func picture(_ serial: UInt64) throws -> PixelPicture {
    let size = PixelSize(width: 2, height: 2)
    let bitmap = Bitmap(size: size, pixels: Array(repeating: SIMD4(repeating: 65_535), count: 4), isOpaque: true)
    return try #require(
      PixelPicture(bitmap, in: size, aligned: .center, over: .checkerboard, serial: serial, isCompressed: false))
  }

  /// A loop after one play of frames with these serials.
  private func loop(_ serials: ClosedRange<UInt64>) throws -> LoopFrames {
    var loop = LoopFrames()
    for serial in serials { loop.add(try Self.picture(serial)) }
    loop.endPlay()
    return loop
  }

  @Test func `a play is held once the terminal has its frames, the last of which may be on their way`() throws {
    var loop = try loop(1...10)
    loop.rewind { $0 < 6 }
    #expect(!loop.isHeld)
    loop.rewind { $0 < 7 }
    #expect(loop.isHeld)
    expect(loop.next?.image.serial, equals: 1)
    expect(loop.next?.image.content.isEmpty, equals: true)
    loop.add(loop.next)
    expect(loop.next?.image.serial, equals: 2)
    loop.rewind()
    #expect(!loop.isHeld && loop.next?.image.serial == 1)
  }

  @Test func `all frames of a short loop must be there`() throws {
    var loop = try loop(1...3)
    loop.rewind { $0 < 3 }
    #expect(!loop.isHeld)
    loop.rewind { _ in true }
    #expect(loop.isHeld)
  }

  @Test func `the first play is never held, nor is one that was not decoded to its end`() throws {
    var loop = LoopFrames()
    loop.rewind { _ in true }
    #expect(!loop.isHeld)
    loop.add(try Self.picture(1))
    loop.rewind { _ in true }
    #expect(!loop.isHeld)
  }

  @Test func `a loop with too many frames is not held, nor is one with a frame that has no pixels`() throws {
    var long = try loop(1...256)
    long.rewind { _ in true }
    #expect(long.isHeld)
    long = try loop(1...257)
    long.rewind { _ in true }
    #expect(!long.isHeld && long.next == nil)
    var broken = LoopFrames()
    broken.add(try Self.picture(1))
    broken.add(nil)
    broken.endPlay()
    broken.rewind { _ in true }
    #expect(!broken.isHeld)
  }

  @Test func `a frame in pixels that is shown again while it is queued stays in pixels`() throws {
    var playback = Playback(
      key: PlaybackTests.key, natural: PixelSize(width: 2, height: 2), generation: .first, plays: nil, at: .zero)
    for serial in [1, 2, 1, 2] as [UInt64] {
      playback.arrived(PlaybackTests.frame(serial, 100), try Self.picture(serial), at: .zero)
    }
    for step in 0..<4 {
      playback.advance(at: Timestamp.zero.advanced(by: .milliseconds(100 * step)))
      expect(playback.shownPixels?.image.serial, equals: UInt64(step % 2 + 1))
    }
  }
}
