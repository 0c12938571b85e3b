import Bitmaps
import Carousel
import CarouselApp
import Decks
import Imaging
import Pictures
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's animations")
@MainActor struct SessionPlaybackTests {
  @Test("A slide at rest plays its frames; its neighbor shows its first frame")
  func playing() {
    var stage = Stage("red", "green", moving: ["red", "green"])
    stage.wait(0.01)
    expect(stage.wantedFrame?.key.location, equals: .file(Path("red")))
    for name in ["red", "blue", "white"] { stage.decodeFrame(name) }
    expect(stage.color(0, 0), equals: "red")
    stage.wait(0.1)
    expect(stage.color(0, 0), equals: "blue")
    stage.wait(0.1)
    expect(stage.color(0, 0), equals: "white")
    stage.press(.right)
    stage.wait(0.15)
    expect(stage.color(19, 0), equals: "green")
    stage.wait(0.2)
    expect(stage.wantedFrame?.key.location, equals: .file(Path("green")))
  }

  @Test("Still pictures request no frames")
  func stills() {
    var stage = Stage("red", "green")
    stage.wait(0.5)
    expect(stage.wantedFrame, equals: nil)
  }

  @Test("Space pauses an animation, a full stop shows the next frame, and Space resumes it")
  func stopping() {
    var stage = Stage("red", "green", moving: ["red"])
    stage.wait(0.01)
    for name in ["red", "blue", "white"] { stage.decodeFrame(name) }
    stage.type(" ")
    stage.wait(1)
    expect(stage.color(0, 1), equals: "red")
    stage.type(".")
    expect(stage.color(0, 1), equals: "blue")
    stage.wait(1)
    expect(stage.color(0, 1), equals: "blue")
    stage.type(" ")
    stage.wait(0.15)
    expect(stage.color(0, 1), equals: "white")
  }

  @Test("The key A cycles the animation mode from always to at rest to never and back")
  func cycling() {
    var stage = Stage("red", "green", moving: ["red"])
    var seen: [AnimateMode] = []
    for _ in 0..<3 {
      stage.type("A")
      seen.append(stage.session.preferences.animate)
    }
    expect(seen, equals: [.atRest, .never, .always])
  }

  @Test("In mode never an animation stays on its first frame")
  func never() {
    var stage = Stage("red", "green", moving: ["red"]) { $0.preferences.animate = .never }
    stage.wait(0.01)
    for name in ["red", "blue", "white"] { stage.decodeFrame(name) }
    stage.wait(5)
    expect(stage.color(0, 0), equals: "red")
  }

  @Test("In mode at rest an animation stands still while its slide moves")
  func atRest() {
    var stage = Stage("red", "green", moving: ["red"]) { $0.preferences.animate = .atRest }
    stage.wait(0.01)
    for name in ["red", "blue", "white"] { stage.decodeFrame(name) }
    stage.mouse(.pressed(.left), 15, 1)
    stage.mouse(.dragged(.left), 12, 1)
    stage.wait(2)
    expect(stage.color(0, 0), equals: "red")
  }

  @Test("With --interval auto an animation plays once before the next slide; stills dwell")
  func auto() {
    var stage = Stage("red", "green", moving: ["red"]) {
      $0.settings.interval = .seconds(5)
      $0.settings.minimumInterval = .milliseconds(100)
      $0.waitsForPlayback = true
    }
    stage.wait(0.01)
    stage.decodeFrame("red")
    stage.decodeFrame("blue")
    stage.decodeFrame(nil)
    stage.decodeFrame("red")
    stage.wait(0.15)
    expect(stage.current, equals: 0)
    stage.wait(0.5)
    expect(stage.current, equals: 1)
    stage.wait(4)
    expect(stage.current, equals: 1)
    stage.wait(1.5)
    expect(stage.current, equals: 0)
  }

  @Test("A reload restarts an animation with the new file's first frame")
  func reloading() throws {
    var stage = Stage("red", "green", moving: ["red"])
    stage.wait(0.01)
    for name in ["red", "blue", "white"] { stage.decodeFrame(name) }
    stage.wait(0.1)
    expect(stage.color(0, 0), equals: "blue")
    let old = try #require(stage.wantedFrame)
    stage.type("r")
    expect(stage.effects, equals: [.work(.forgetPictures)])
    // Later frames of the old file are dropped whenever they arrive.
    let green = Bitmap.solid(SIMD4(0, .max, 0, .max), size: PixelSize(width: 20, height: 10))
    stage.send(.playback(old, .frame(PictureFrame(bitmap: green, delay: .zero))))
    stage.deck(["red", "green"])
    stage.wait(0.05)
    expect(stage.color(0, 0), equals: "red")
    let new = try #require(stage.wantedFrame)
    #expect(new.key == old.key && new.generation != old.generation)
    for name in ["white", "blue"] { stage.decodeFrame(name) }
    expect(stage.color(0, 0), equals: "white")
  }

  @Test("A late playback update for a slide off screen is dropped")
  func lateFrames() throws {
    var stage = Stage("red", "green", moving: ["red"])
    stage.wait(0.01)
    let request = try #require(stage.wantedFrame)
    stage.press(.right)
    stage.wait(1)
    expect(stage.requests.playback, equals: nil)
    let isAgain = stage.send(.playback(request, .end))
    #expect(!isAgain)
  }

  @Test func `with --interval auto, a short animation repeats until the minimum interval is over`() {
    var stage = Stage("red", "green", moving: ["red"]) {
      $0.settings.interval = .seconds(5)
      $0.waitsForPlayback = true
    }
    stage.wait(0.01)
    // A play takes 0.3 s: the seventh is the first to end after two seconds.
    var frames = 0
    var changes: Double?
    for step in 0..<300 where changes == nil {
      while stage.wantedFrame != nil {
        stage.decodeFrame(["red", "blue", "white", nil][frames % 4])
        frames += 1
      }
      stage.wait(0.01)
      if stage.session.machine.frame(at: stage.now).progress.value != 0 { changes = Double(step + 1) / 100 }
    }
    expect(changes.map { 2.09...2.15 ~= $0 }, equals: true, "\(String(describing: changes))")
  }

  @Test func `with --interval auto, a finished animation holds its last frame for the minimum interval`() {
    var stage = Stage("red", "green", moving: ["red"]) {
      $0.settings.interval = .seconds(5)
      $0.waitsForPlayback = true
    }
    stage.wait(0.01)
    stage.decodeFrame("red")
    stage.decodeFrame("blue")
    if let request = stage.wantedFrame { stage.send(.playback(request, .failed)) }
    stage.wait(1.9)
    expect(stage.color(0, 0), equals: "blue")
    expect(stage.session.machine.frame(at: stage.now).progress.value, equals: 0)
    stage.wait(0.4)
    #expect(stage.current == 0 && stage.session.machine.frame(at: stage.now).progress.value > 0 || stage.current == 1)
  }
}
