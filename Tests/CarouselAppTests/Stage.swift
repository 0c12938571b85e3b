import Bitmaps
import Carousel
import CarouselValues
import Decks
import Downloads
import Imaging
@testable import Pictures
import Rendering
import System
import Terminal

@testable import CarouselApp

/// A carousel under test: the real event loop, with pictures of one color that arrive on request, and time that the
/// test passes.
@MainActor
struct Stage {
  private let script: LoopStage
  /// The commands that the session has issued.
  var effects: [Command] = []
  /// How many of the issued commands have been among `effects`.
  private var issuedCount = 0
  /// The generations of the pictures that were requested.
  private var generations: [PictureKey: Generation] = [:]
  /// The serial of the last picture, beyond those that the program itself gives.
  private var serial: UInt64 = 1 << 32
  /// The names of the pictures that are animated.
  var moving: Set<String> = []

  /// The width of the pictures in columns, or nil for the window's width.
  private var pictureColumns: Int?

  nonisolated static let colors: [String: (UInt8, UInt8, UInt8)] = [
    "red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255), "white": (255, 255, 255),
  ]

  /// Creates a session with slides whose names decide their pictures: colors and "halves" arrive at once, "slow" never
  /// arrives, and anything else fails.
  init(
    _ names: String..., columns: Int = 20, rows: Int = 5, depth: ColorDepth = .truecolor, moving: Set<String> = [],
    change: (inout Options) -> Void = { _ in }
  ) {
    var options = Options(
      settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half))
    change(&options)
    script = LoopStage(options, size: CellSize(columns: columns, rows: rows), depth: depth)
    self.moving = moving
    if !names.isEmpty { deck(names) }
  }

  /// Replaces the deck, as when the sources have been read (again), and answers the requests.
  mutating func deck(_ names: [String], isComplete: Bool = true) {
    let slides = names.map { Slide(Location(argument: $0.utf8), caption: nil) }
    effects += apply(Deck([.slides(slides)]), isComplete: isComplete)
    load()
  }

  /// Passes a deck to the session; returns the commands of keys that were typed before.
  @discardableResult
  mutating func apply(_ deck: Deck, isComplete: Bool) -> [Command] {
    let before = effects.count
    send(.deck(DeckUpdate(deck, isComplete: isComplete, generation: session.slides.reading.generation)))
    defer { effects.removeSubrange(before...) }
    return Array(effects[before...])
  }

  /// The loop's session.
  var session: Session { script.loop.session }

  /// What draws the session's views.
  var renderer: FrameRenderer {
    get { script.loop.renderer }
    set { script.loop.renderer = newValue }
  }

  /// The animation in pixels that the screen shows.
  var shownAnimation: UInt64? {
    get { script.device.frames.shownAnimation }
    set { script.device.frames.shownAnimation = newValue }
  }

  /// The time of the loop's clock.
  var now: Timestamp {
    get { script.now }
    set { script.now = newValue }
  }

  /// Has the loop handle an event and everything that is due; returns whether the frame may look different.
  @discardableResult
  mutating func send(_ event: SessionEvent) -> Bool {
    let before = session.view(at: now)
    switch event {
    case .input(let input, over: .empty): script.input(input)
    case .commandEnded(status: let status, lastLine: _, isInBackground: false, action: _)
    where !script.loop.lifecycle.hasTerminal:
      script.endCommand(status: status)
    default: script.report(event)
    }
    collectEffects()
    return session.view(at: now) != before
  }

  /// Ends the command that has the terminal.
  mutating func endCommand() {
    script.endCommand(status: 0)
    collectEffects()
    load()
  }

  private mutating func collectEffects() {
    effects += script.issued.dropFirst(issuedCount)
    issuedCount = script.issued.count
  }

  /// The session's current requests.
  var requests: Requests { session.requests(at: now) }

  /// Returns the pictures that are requested now.
  mutating func wanted() -> (visible: [PictureKey], soon: [PictureKey], thumbnails: [PictureKey]) {
    let pictures = requests.pictures
    for request in pictures.visible + pictures.soon { generations[request.key] = request.generation }
    return (pictures.visible.map(\.key), pictures.soon.map(\.key), pictures.thumbnails.map(\.key))
  }

  /// Returns the request for a picture: the current one, or else the last one that was seen.
  func request(for key: PictureKey) -> PictureRequest {
    let pictures = requests.pictures
    return (pictures.visible + pictures.soon).first { $0.key == key }
      ?? PictureRequest(key: key, generation: generations[key] ?? .first)
  }

  /// The request for the frame that should be decoded next, or nil if none is needed.
  var wantedFrame: PlaybackRequest? { requests.playback.flatMap { $0.wantsFrame ? $0 : nil } }

  /// Answers the requests for pictures, in up to three rounds.
  mutating func load() {
    for _ in 0..<3 {
      let wanted = wanted()
      if wanted.visible.isEmpty && wanted.soon.isEmpty { return }
      for key in wanted.visible + wanted.soon {
        guard case .file(let path) = key.location else { continue }
        let name = String(decoding: path.bytes, as: UTF8.self)
        if name != "slow" { arrive(key, name) }
      }
    }
  }

  /// Gives pictures that arrive from now on a width in columns, in the middle of the window, and reloads those on
  /// screen.
  mutating func narrow(to columns: Int) {
    pictureColumns = columns
    send(.sourcesChanged(files: Set(Stage.colors.keys.map { Path($0).absolute }), unfinished: []))
    load()
  }

  /// Answers the request for a key with a picture of the named color that fills its window, or with a failure.
  @discardableResult
  mutating func arrive(_ key: PictureKey, _ name: String) -> Bool {
    guard Stage.colors[name] != nil || name == "halves" else { return arrived(key, .failed(.file(.noSuchFile))) }
    serial += 1
    let animation = moving.contains(name) ? PictureAnimation(plays: nil) : nil
    var picture = Stage.picture(name, in: key, animation: animation, serial: serial)
    if let pictureColumns {
      var narrow = key
      narrow.shape.fit.box.width = pictureColumns
      picture = Stage.picture(name, in: narrow, animation: animation, serial: serial)
    }
    return arrived(key, .picture(picture))
  }

  /// Answers the request for a key.
  @discardableResult
  mutating func arrived(_ key: PictureKey, _ answer: PictureAnswer) -> Bool {
    send(.picture(request(for: key), answer))
  }

  /// Delivers the thumbnail of a picture.
  mutating func thumbnailArrived(_ key: PictureKey, _ thumbnail: LoadedPicture?) -> Bool {
    send(.thumbnail(request(for: key), thumbnail))
  }

  /// Returns a picture of the named color that fills the key's window.
  nonisolated static func picture(
    _ name: String, in key: PictureKey, animation: PictureAnimation? = nil, serial: UInt64
  ) -> LoadedPicture {
    LoadedPicture(
      bitmap: bitmap(name, in: key), grid: key.shape.fit.box, naturalSize: PixelSize(width: 640, height: 480),
      format: "PNG", modificationTime: 86_400, animation: animation, serial: serial)
  }

  /// Returns a bitmap of one color, or white if the name is unknown, with the size of a key's window or of the region
  /// that it requests. The left half of "halves" is red and the right half blue.
  nonisolated private static func bitmap(_ name: String, in key: PictureKey) -> Bitmap {
    let (box, samples) = (key.shape.fit.box, key.shape.samples)
    let whole = PixelSize(width: box.width * samples.width, height: box.height * samples.height)
    let region = key.shape.region ?? ScaledRegion(whole: whole)
    guard name == "halves" else { return .solid(pixel(name), size: region.size) }
    let (left, right) = (pixel("red"), pixel("blue"))
    let row = (0..<region.size.width).map { ($0 + region.part.x) * 2 < region.whole.width ? left : right }
    return Bitmap(
      size: region.size, pixels: Array(repeatElement(row, count: region.size.height).joined()), isOpaque: true)
  }

  nonisolated private static func pixel(_ name: String) -> SIMD4<UInt16> {
    let (red, green, blue) = colors[name] ?? (255, 255, 255)
    return SIMD4(SRGB.linear16(red), SRGB.linear16(green), SRGB.linear16(blue), 65_535)
  }

  /// Answers the request for a frame with one of a color that is shown for 0.1 s, or with the end if the name is nil
  /// or unknown.
  mutating func decodeFrame(_ name: String?) {
    guard let request = wantedFrame else { return }
    guard let name, Stage.colors[name] != nil else {
      send(.playback(request, .end))
      return
    }
    let frame = PictureFrame(bitmap: Stage.bitmap(name, in: request.key), delay: .milliseconds(100))
    send(.playback(request, .frame(frame)))
  }

  /// Reports facts about the terminal to the session.
  mutating func apply(_ facts: TerminalFacts) { send(.terminal(facts, depth: session.terminal.depth)) }

  mutating func press(_ keys: Key...) {
    for key in keys { send(.input(.key(key))) }
    load()
  }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Has a mouse event act on the frame that is due now.
  mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int, hasControl: Bool = false) {
    compose()
    send(.input(.mouse(MouseEvent(kind, column: column, row: row, modifiers: hasControl ? .control : []))))
    load()
  }

  /// Lets time pass; the loop's timer fires whenever it is due.
  mutating func wait(_ seconds: Double) {
    let end = now.advanced(by: .seconds(seconds))
    while script.fireTimer(by: end) {
      collectEffects()
      load()
    }
    now = end
    send(.tick)
    load()
  }

  /// Returns a row of the screen as text.
  func row(_ row: Int) -> String { frame.textRows[row] }

  /// The whole screen.
  var frame: CellBuffer { shownFrame.cells }

  /// The whole screen, in cells and in pixels.
  var shownFrame: Frame {
    var renderer = renderer
    return renderer.frame(of: session.view(at: now)) { now }
  }

  /// Draws the whole screen.
  @discardableResult
  mutating func compose() -> CellBuffer {
    let (view, now) = (session.view(at: now), now)
    return renderer.frame(of: view) { now }.cells
  }

  /// The job to draw a slide ahead; nil if there is none.
  var prerender: PrerenderJob? { script.work.job }

  /// Delivers a slide that was drawn ahead; returns whether the screen looks different because of it.
  @discardableResult
  mutating func prerendered(_ job: PrerenderJob, _ content: SlideContent) -> Bool {
    let before = shownFrame
    script.prerendered(content, of: job)
    return shownFrame != before
  }

  /// Returns the name of a cell's background color, or "none".
  func color(_ column: Int, _ row: Int) -> String {
    let background = frame[column, row].background
    return Stage.colors.first { Color(red: $1.0, green: $1.1, blue: $1.2) == background }?.key ?? "none"
  }

  /// The index of the current slide, or nil if there are no slides.
  var current: Int? { session.machine.frame(at: now).current }
}

extension SessionEvent {
  /// The window has another size, or cells of another shape.
  static func resized(
    _ size: CellSize, cellAspect: Double, pixels: CellPixels? = nil, by pixelProtocol: PixelProtocol = .kitty,
    animatesPixels: Bool = false
  ) -> SessionEvent {
    var viewport = Viewport(size: size, cellAspect: cellAspect)
    (viewport.pixels, viewport.pixelProtocol, viewport.animatesPixels) = (pixels, pixelProtocol, animatesPixels)
    return .resized(to: viewport)
  }
}
