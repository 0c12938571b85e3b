import System
import Decks
import Pictures
import Carousel
import CarouselApp
import Imaging
import Rendering
import Terminal

/// A session on a stage: pictures of one colour that arrive when told to, a window, and time passed by hand.
struct Stage {
  var session: Session
  var now = Timestamp.zero
  var effects: [Effect] = []
  private var serial: UInt64 = 0
  /// The names of those that move.
  var moving: Set<String> = []

  /// The columns of the pictures; nil: those of the window.
  private var pictureColumns: Int?

  static let colours: [String: (UInt8, UInt8, UInt8)] = [
    "red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255), "white": (255, 255, 255),
  ]

  /// Slides by their names: colours arrive at once, "slow" never by itself, anything else fails.
  init(
    _ names: String..., columns: Int = 20, rows: Int = 5, depth: ColorDepth = .truecolor, moving: Set<String> = [],
    change: (inout Options) -> Void = { _ in }
  ) {
    var options = Options(
      settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half))
    change(&options)
    session = Session(
      options: options, viewport: Viewport(size: CellSize(columns: columns, rows: rows)),
      terminal: TerminalProfile(depth: depth), at: now)
    self.moving = moving
    if !names.isEmpty { deck(names) }
  }

  /// The sources were read (again).
  mutating func deck(_ names: [String], isComplete: Bool = true) {
    let slides = names.map { Slide(Location(argument: $0.utf8), caption: nil) }
    session.deckArrived(Deck([.slides(slides)]), isComplete: isComplete, at: now)
    load()
  }

  /// Answers what is wanted, until nothing more can be answered.
  mutating func load() {
    for _ in 0..<3 {
      let wanted = session.wanted(at: now)
      for key in wanted.visible + wanted.soon {
        guard case .file(let path) = key.location else { continue }
        let name = String(decoding: path.bytes, as: UTF8.self)
        if name != "slow" { arrive(key, name) }
      }
    }
  }

  /// The pictures that arrive from now on are of so many columns, in the middle of the window; those on screen come again.
  mutating func narrow(to columns: Int) {
    pictureColumns = columns
    session.forgetPictures(of: Set(Stage.colours.keys.map { Path($0).absolute }))
    load()
  }

  /// The answer for a key: a picture of the named colour that fills its window, or a failure.
  @discardableResult
  mutating func arrive(_ key: PictureKey, _ name: String) -> Bool {
    guard Stage.colours[name] != nil else { return session.arrived(key, .failure(.file(.noSuchFile))) }
    serial += 1
    let animation = moving.contains(name) ? PictureAnimation(plays: nil) : nil
    var picture = Stage.picture(name, in: key, animation: animation, serial: serial)
    if let pictureColumns {
      var narrow = key
      narrow.shape.fit.box.width = pictureColumns
      picture = Stage.picture(name, in: narrow, animation: animation, serial: serial)
    }
    return session.arrived(key, .success(picture))
  }

  /// A picture of the named colour that fills the key's window.
  static func picture(
    _ name: String, in key: PictureKey, animation: PictureAnimation? = nil, serial: UInt64
  ) -> LoadedPicture {
    LoadedPicture(
      bitmap: bitmap(name, in: key), grid: key.shape.fit.box, naturalSize: PixelSize(width: 640, height: 480),
      format: "PNG", modificationTime: 86_400, animation: animation, serial: serial)
  }

  /// One colour, as large as a key's window; white if it is not known.
  private static func bitmap(_ name: String, in key: PictureKey) -> Bitmap {
    let (red, green, blue) = colours[name] ?? (255, 255, 255)
    let (box, samples) = (key.shape.fit.box, key.shape.samples)
    let size = PixelSize(width: box.width * samples.width, height: box.height * samples.height)
    let pixel = SIMD4(SRGB.linear16(red), SRGB.linear16(green), SRGB.linear16(blue), 65_535)
    return Bitmap(
      size: size, pixels: Array(repeating: pixel, count: size.width * size.height), isOpaque: true)
  }

  /// The frame that is wanted is decoded: one of a colour, shown for a tenth of a second; nil: there are no more.
  mutating func decodeFrame(_ name: String?) {
    guard let wish = session.wantedFrame else { return }
    guard let name, Stage.colours[name] != nil else {
      _ = session.reachedLastFrame(for: wish)
      return
    }
    session.arrived(
      PictureFrame(bitmap: Stage.bitmap(name, in: wish.key), delay: .milliseconds(100)), for: wish, at: now)
    session.tick(at: now)
  }

  /// The terminal has told something of itself.
  mutating func learn(_ facts: TerminalFacts) { session.learn(facts, depth: session.terminal.depth) }

  mutating func press(_ keys: Key...) {
    for key in keys { effects += session.handle(.key(key), at: now) }
    session.tick(at: now)
    load()
  }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// The mouse acts on what is on the screen.
  mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) {
    _ = session.composed(at: now)
    effects += session.handle(.mouse(MouseEvent(kind, column: column, row: row)), at: now)
    load()
  }

  /// Time passes; the session is woken whenever something is due.
  mutating func wait(_ seconds: Double) {
    let end = now.advanced(by: .seconds(seconds))
    while let due = session.nextWake(after: now), due < end {
      now = max(due, now.advanced(by: .milliseconds(1)))
      if now > end { break }
      session.tick(at: now)
      load()
    }
    now = end
    session.tick(at: now)
    load()
  }

  /// A row of the screen as text.
  func row(_ row: Int) -> String { frame.textRows[row] }

  /// The whole screen.
  var frame: CellBuffer {
    var copy = session
    return copy.composed(at: now)
  }

  /// What colour the screen is at a cell.
  func colour(_ column: Int, _ row: Int) -> String {
    let background = frame[column, row].background
    return Stage.colours.first { Color(red: $1.0, green: $1.1, blue: $1.2) == background }?.key ?? "none"
  }

  /// The slide that is current.
  var current: Int? { session.machine.frame(at: now).current }
}
