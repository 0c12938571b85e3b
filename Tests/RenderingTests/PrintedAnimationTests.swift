import Bitmaps
import Rendering
import Terminal
import TestSupport
import Testing

/// Animations that kitty plays in a shell's output.
@Suite struct PrintedAnimationTests {
  /// A black picture of 4×3 pixels with some white ones.
  private static func frame(_ white: [(x: Int, y: Int)] = [], isOpaque: Bool = true) -> Bitmap {
    var pixels = [SIMD4<UInt16>](repeating: SIMD4(0, 0, 0, 65_535), count: 12)
    for pixel in white { pixels[pixel.y * 4 + pixel.x] = SIMD4(repeating: 65_535) }
    if !isOpaque { pixels[0] = SIMD4(repeating: 0) }
    return Bitmap(size: PixelSize(width: 4, height: 3), pixels: pixels, isOpaque: isOpaque)
  }

  private static func animation(limit: Int = .max, isOpaque: Bool = true) -> KittyAnimation {
    KittyAnimation(
      id: 7, first: frame(isOpaque: isOpaque), delay: .milliseconds(40), over: .terminal(assumed: .black), limit: limit)
  }

  /// The keys of each command.
  private static func keys(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}_G").map {
      String($0.prefix { $0 != ";" && $0 != "\u{1B}" })
    }
  }

  @Test func `a frame is the rectangle that differs from the frame before`() {
    var animation = Self.animation()
    expect(animation.add(Self.frame([(1, 1), (3, 2)]), delay: .milliseconds(100)), equals: true)
    expect(animation.add(Self.frame([(1, 1), (3, 2), (0, 0)]), delay: .seconds(2)), equals: true)
    // An equal frame still takes its time.
    expect(animation.add(Self.frame([(1, 1), (3, 2), (0, 0)]), delay: .milliseconds(30)), equals: true)
    expect(
      Self.keys(animation.bytes(plays: nil)),
      equals: [
        "a=f,i=7,q=2,c=1,x=1,y=1,X=1,z=100,t=d,o=z,f=24,s=3,v=2,m=0",
        "a=f,i=7,q=2,c=2,x=0,y=0,X=1,z=2000,t=d,o=z,f=24,s=1,v=1,m=0",
        "a=f,i=7,q=2,c=3,x=0,y=0,X=1,z=30,t=d,o=z,f=24,s=1,v=1,m=0",
        "a=a,i=7,r=1,z=40,q=2", "a=a,i=7,s=3,v=1,q=2",
      ])
    expect(Self.keys(animation.bytes(plays: 3)).last, equals: "a=a,i=7,s=3,v=4,q=2")
  }

  @Test func `transparent parts stay transparent if the first frame has some`() {
    var animation = Self.animation(isOpaque: false)
    expect(animation.add(Self.frame([(2, 2)], isOpaque: false), delay: .milliseconds(40)), equals: true)
    #expect(Self.keys(animation.bytes(plays: nil))[0].contains(",f=32,s=1,v=1,"))
  }

  @Test func `each part of a large frame names the action and the image`() {
    let size = PixelSize(width: 64, height: 64)
    var random = SplitMix64(seed: 1)
    let noise = (0..<4096).map { _ in SIMD4<UInt16>(.random(in: 0...65_535, using: &random), 0, 0, 65_535) }
    var animation = KittyAnimation(
      id: 7, first: Bitmap(size: size, pixels: Array(repeating: SIMD4(0, 0, 0, 65_535), count: 4096), isOpaque: true),
      delay: .milliseconds(40), over: .terminal(assumed: .black), limit: .max)
    expect(animation.add(Bitmap(size: size, pixels: noise, isOpaque: true), delay: .milliseconds(40)), equals: true)
    let keys = Self.keys(animation.bytes(plays: nil))
    expect(keys[1], equals: "a=f,i=7,q=2,m=0")
  }

  @Test func `an animation of one frame, or beyond the limits, is not sent`() {
    expect(Self.animation().bytes(plays: nil), equals: [])
    var small = Self.animation(limit: 150)
    expect(small.add(Self.frame([(0, 0), (3, 2)]), delay: .milliseconds(40)), equals: true)
    expect(small.add(Self.frame(), delay: .milliseconds(40)), equals: false)
    var long = Self.animation()
    for _ in 1..<256 { expect(long.add(Self.frame(), delay: .milliseconds(40)), equals: true) }
    expect(long.add(Self.frame(), delay: .milliseconds(40)), equals: false)
  }
}
