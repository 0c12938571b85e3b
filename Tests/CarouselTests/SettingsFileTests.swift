import Carousel
import CarouselValues
import CarouselViewing
import Foundation
import TestSupport
import Testing

/// Settings that hosts read from files.
struct SettingsFileTests {
  private func json(_ settings: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(settings), as: UTF8.self)
  }

  private func read<Settings: Decodable>(_ type: Settings.Type, _ json: String) throws -> Settings {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func returned<Settings: Codable>(_ settings: Settings) throws -> Settings {
    try read(Settings.self, json(settings))
  }

  @Test func `missing settings have their defaults, and durations are seconds`() throws {
    let settings = try read(
      CarouselMachine.Settings.self,
      """
      {"interval": 7.5, "transition": {"style": "cover-flow"}, "layout": {"axis": "vertical", "neighbors": 1},
       "slides": {"3": {"dwell": "unlimited"}, "4": {"dwell": 20}}}
      """)
    var expected = CarouselMachine.Settings(
      interval: .milliseconds(7500), transition: TransitionSettings(.coverFlow),
      layout: .init(axis: .vertical, neighbors: 1))
    expected.slides = [3: .init(dwell: .unlimited), 4: .init(dwell: .lasting(.seconds(20)))]
    expect(settings, equals: expected)
    expect(try read(CarouselMachine.Settings.self, #"{"interval": null}"#).interval, equals: nil)
    expect(try read(GridMachine.Settings.self, "{}"), equals: GridMachine.Settings())
  }

  @Test func `all settings return as they were written`() throws {
    var settings = CarouselMachine.Settings(
      interval: nil, minimumInterval: .milliseconds(100), heading: .backward, wraps: false, stopsAtEnd: true)
    settings.drag = .init(
      releaseDistance: 0.3, flingVelocity: 2, maximumPages: 3, bounces: false, elasticity: 0.2, slop: 8,
      locksAxis: false)
    (settings.preloadAhead, settings.preloadBehind) = (5, 0)
    settings.transition = .drift
    settings.transition.style = SlideTransition(keyframes: [.init(at: 0.5, .init(scale: 0.1, hinge: -1))])
    settings.layout = .init(isMirrored: true, pageLength: 0.5, spacing: 0.1, neighbors: nil, alignment: .start)
    settings.slides[9] = .init(dwell: .lasting(.milliseconds(1)), transition: .fade)
    expect(try returned(settings), equals: settings)
    let zoom = ZoomMachine.Settings(
      maximumZoom: 9, contentMode: .init(.actualSize, .topLeft), swipeAxis: .vertical, isLocked: true)
    expect(try returned(zoom), equals: zoom)
    let viewer = ViewerMachine.Settings(duration: .nanoseconds(1), dismissDistance: .infinity, minimumScale: 0.5)
    expect(try returned(viewer), equals: viewer)
  }

  @Test func `files have every setting by its name`() throws {
    func check(_ settings: some Encodable) throws {
      let written = try JSONSerialization.jsonObject(with: Data(json(settings).utf8)) as? [String: Any]
      let names = Mirror(reflecting: settings).children.compactMap(\.label)
      expect(written?.keys.sorted() ?? [], equals: names.map { $0 == "transitions" ? "transition" : $0 }.sorted())
    }
    try check(CarouselMachine.Settings())
    try check(CarouselMachine.Settings.Drag())
    try check(CarouselMachine.SlideSettings())
    try check(CarouselMachine.Layout())
    try check(TransitionSettings.slide)
    try check(Drift())
    try check(SlideTransition.Pose())
    try check(SlideTransition.Keyframe(at: 0, .init()))
    try check(SlideContentMode())
    try check(ZoomMachine.Settings())
    try check(ViewerMachine.Settings())
    try check(GridMachine.Settings())
    try check(ComparisonMachine.Settings())
  }

  @Test func `a wrong name or an extreme number in a file is an error or is clamped`() throws {
    #expect(throws: DecodingError.self) { try read(TransitionSettings.self, #"{"style": "swirl"}"#) }
    #expect(throws: DecodingError.self) { try read(CarouselMachine.SlideSettings.self, #"{"dwell": "long"}"#) }
    #expect(throws: DecodingError.self) { try read(SlideContentMode.self, #"{"fit": 3}"#) }
    expect(
      try read(GridMachine.Settings.self, #"{"duration": -1e300}"#).duration, equals: .seconds(-Int64(1) << 60))
    expect(try read(ViewerMachine.Settings.self, #"{"duration": null}"#).duration, equals: .seconds(Int64(1) << 60))
  }

  @Test func `transitions with equal keyframes look the same`() {
    let dropped = SlideTransition(keyframes: [.init(at: .nan, .init(opacity: 0))])
    expect(dropped, equals: SlideTransition(keyframes: []))
    expect(dropped.pose(at: 0.5), equals: SlideTransition.Pose())
  }
}
