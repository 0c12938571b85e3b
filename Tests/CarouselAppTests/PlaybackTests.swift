import Bitmaps
import CarouselApp
import CarouselValues
import Decks
import Imaging
import Pictures
import System
import TestSupport
import Testing

@Suite("A playback")
struct PlaybackTests {
  static let key = PictureKey(
    location: .file(Path("a.gif")),
    shape: PictureShape(
      fit: Fit(box: PixelSize(width: 2, height: 2), sampleAspect: 1, upscales: true),
      samples: PixelSize(width: 1, height: 1)))

  static func frame(_ number: UInt64, _ milliseconds: Int) -> PictureFrame {
    PictureFrame(
      bitmap: Bitmap(
        size: PixelSize(width: 1, height: 1), pixels: [SIMD4(repeating: 65_535)], isOpaque: true),
      delay: .milliseconds(milliseconds), serial: number)
  }

  func playback(plays: Int? = nil) -> Playback {
    Playback(key: Self.key, natural: PixelSize(width: 2, height: 2), generation: .first, plays: plays, at: .zero)
  }

  @Test("Each frame is shown after the delays of the frames before it")
  func beat() {
    var playback = playback()
    playback.arrived(Self.frame(1, 100), at: .ms(0))
    playback.arrived(Self.frame(2, 50), at: .ms(10))
    playback.arrived(Self.frame(3, 50), at: .ms(20))
    expect(playback.shown?.serial, equals: 1)
    expect(playback.nextWake(after: .ms(20)), equals: .ms(100))
    playback.advance(at: .ms(99))
    expect(playback.shown?.serial, equals: 1)
    playback.advance(at: .ms(100))
    expect(playback.shown?.serial, equals: 2)
    expect(playback.nextWake(after: .ms(100)), equals: .ms(150))
  }

  @Test("A late wake skips frames and keeps the schedule")
  func skipping() {
    var playback = playback()
    for number in 1...4 { playback.arrived(Self.frame(UInt64(number), 100), at: .zero) }
    playback.advance(at: .ms(250))
    expect(playback.shown?.serial, equals: 3)
    expect(playback.nextWake(after: .ms(250)), equals: .ms(300))
  }

  @Test("After a long stall the clock restarts instead of skipping ahead")
  func resetting() {
    var playback = playback()
    playback.arrived(Self.frame(1, 100), at: .zero)
    playback.arrived(Self.frame(2, 100), at: .ms(10000))
    expect(playback.shown?.serial, equals: 2)
    expect(playback.nextWake(after: .ms(10000)), equals: nil)
    playback.arrived(Self.frame(3, 100), at: .ms(10010))
    expect(playback.shown?.serial, equals: 2)
    expect(playback.nextWake(after: .ms(10010)), equals: .ms(10100))
  }

  @Test("A held playback stands still; a step shows the next frame for its full delay")
  func holding() {
    var playback = playback()
    for number in 1...3 { playback.arrived(Self.frame(UInt64(number), 100), at: .zero) }
    playback.hold(true, at: .ms(40))
    playback.advance(at: .ms(5000))
    expect(playback.shown?.serial, equals: 1)
    expect(playback.nextWake(after: .ms(5000)), equals: nil)
    playback.step(at: .ms(6000))
    expect(playback.shown?.serial, equals: 2)
    playback.hold(false, at: .ms(7000))
    expect(playback.nextWake(after: .ms(7000)), equals: .ms(7100))
  }

  @Test("At most three frames are decoded ahead")
  func depth() {
    var playback = playback()
    for number in 1...3 {
      #expect(playback.wantsFrame)
      playback.arrived(Self.frame(UInt64(number), 100), at: .zero)
    }
    #expect(playback.wantsFrame)
    playback.arrived(Self.frame(4, 100), at: .zero)
    #expect(!playback.wantsFrame)
    playback.advance(at: .ms(100))
    #expect(playback.wantsFrame)
  }

  @Test("A play is complete after its last frame's delay, and the number of plays is respected")
  func plays() {
    var playback = playback(plays: 2)
    playback.arrived(Self.frame(1, 100), at: .zero)
    playback.arrived(Self.frame(2, 100), at: .zero)
    let isAgain = playback.reachedEnd()
    #expect(isAgain)
    playback.arrived(Self.frame(3, 100), at: .ms(50))
    playback.advance(at: .ms(150))
    #expect(!playback.hasPlayed)
    playback.advance(at: .ms(200))
    #expect(playback.hasPlayed)
    expect(playback.shown?.serial, equals: 3)
    let isThird = playback.reachedEnd()
    #expect(!isThird)
    #expect(playback.isOver)
    #expect(!playback.wantsFrame)
  }

  @Test("A single play wakes once more, at the end of its last frame")
  func once() {
    var playback = playback(plays: 1)
    playback.arrived(Self.frame(1, 100), at: .zero)
    let isAgain = playback.reachedEnd()
    #expect(!isAgain)
    expect(playback.nextWake(after: .zero), equals: .ms(100))
    playback.advance(at: .ms(100))
    #expect(playback.hasPlayed)
    expect(playback.nextWake(after: .ms(100)), equals: nil)
  }
}

extension Timestamp {
  /// A timestamp exactly this many milliseconds after the start.
  fileprivate static func ms(_ milliseconds: Int) -> Timestamp { Timestamp(.milliseconds(milliseconds)) }
}
