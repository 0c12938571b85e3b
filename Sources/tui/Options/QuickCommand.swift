import Carousel
import CarouselApp
import Decks
import Terminal

/// The command's arguments understood without the library for that, wherever they are plain.
///
/// `ArgumentParser` takes five of the fifteen milliseconds from exec to a small picture, most of them for finding out at run
/// time what the options' types are. So what is plain, flags with good values and names of pictures, is read here, into the
/// same options; all else, from help to mistakes, is left to the library. Tests hold the two against each other.
enum QuickCommand {
  /// The command, or nil where the library is to read the arguments.
  static func command(_ arguments: [String]) -> Tui? {
    var command = Tui.plain
    var seen: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        command.sources.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = parts.first, seen.insert(flag).inserted else { return nil }
      if parts.count == 1, let turnOn = switches[flag] {
        turnOn(&command)
      } else if let take = takers[flag], let value = parts.count == 2 ? parts[1] : rest.popFirst(),
        !value.isEmpty, !value.hasPrefix("-"), take(&command, value)
      {
        continue
      } else {
        return nil
      }
    }
    return command.isValid ? command : nil
  }

  private typealias Switch = @Sendable (inout Tui) -> Void
  /// Returns whether the value is a good one.
  private typealias Taker = @Sendable (inout Tui, String) -> Bool

  private static let switches: [String: Switch] = [
    "--no-wrap": { $0.carousel.noWrap = true },
    "--no-motion": { $0.carousel.noMotion = true },
    "--no-captions": { $0.overlays.noCaptions = true },
    "--index": { $0.overlays.index = true },
    "--tabs": { $0.overlays.tabs = true },
    "--countdown": { $0.overlays.countdown = true },
    "--no-upscale": { $0.picture.noUpscale = true },
    "--no-background": { $0.picture.noBackground = true },
    "--invert": { $0.picture.invert = true },
    "--recursive": { $0.slides.recursive = true },
    "--reverse": { $0.slides.reverse = true },
    "--shuffle": { $0.slides.shuffle = true },
    "--pages": { $0.slides.pages = true },
    "--keep-zoom": { $0.viewer.keepZoom = true },
    "--watch": { $0.slides.watch = true },
    "--on-click-background": { $0.click.onClickBackground = true },
    "--pick": { $0.click.pick = true },
    "--no-cache": { $0.network.noCache = true },
    "--insecure": { $0.network.insecure = true },
    "--print": { $0.output.print = true },
    "--scene": { $0.output.scene = true },
    "--stats": { $0.output.stats = true },
  ]

  private static let takers: [String: Taker] = [
    "--interval": { set(&$0.carousel.interval, IntervalArgument(argument: $1)) },
    "--change-mode": { set(&$0.carousel.changeMode, ChangeModeArgument(argument: $1)) },
    "--direction": { set(&$0.layout.direction, SlideDirection(rawValue: $1)) },
    "--heading": { set(&$0.layout.heading, HeadingArgument(rawValue: $1)) },
    "--neighbors": { setOptional(&$0.layout.neighbors, Int($1)) },
    "--spacing": { set(&$0.layout.spacing, Int($1)) },
    "--page-length": { setOptional(&$0.layout.pageLength, Double($1)) },
    "--fit": { set(&$0.layout.fit, FitArgument(argument: $1)) },
    "--align": { set(&$0.layout.align, AlignArgument(argument: $1)) },
    "--animate": { set(&$0.carousel.animate, AnimateMode(rawValue: $1)) },
    "--start": { set(&$0.carousel.start, $1) },
    "--art": { set(&$0.picture.art, ArtArgument(argument: $1)) },
    "--color": { set(&$0.picture.color, DepthArgument(argument: $1)) },
    "--dither": { set(&$0.picture.dither, DitherArgument(argument: $1)) },
    "--glyphs": { setOptional(&$0.picture.glyphs, $1) },
    "--background": { set(&$0.picture.background, BackgroundArgument(argument: $1)) },
    "--video": { set(&$0.picture.video, VideoMode(rawValue: $1)) },
    "--caption": { setOptional(&$0.overlays.caption, CaptionArgument(argument: $1)) },
    "--sort": { setOptional(&$0.slides.sort, SlideSort(rawValue: $1)) },
    "--on-click": { setOptional(&$0.click.onClick, $1) },
    "--screen": { set(&$0.output.screen, ScreenChoice(rawValue: $1)) },
    "--size": { setOptional(&$0.output.size, SizeArgument(argument: $1)) },
    "--fps": { set(&$0.output.fps, Int($1)) },
  ]

  private static func setOptional<Value>(_ option: inout Value?, _ value: Value?) -> Bool {
    option = value
    return value != nil
  }

  /// Sets an option to a value, if that is one.
  private static func set<Value>(_ option: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    option = value
    return true
  }
}

extension Tui {
  /// The command without any arguments.
  fileprivate static var plain: Tui {
    var command = Tui()
    command.carousel = .plain
    command.layout = .plain
    command.overlays = .plain
    command.picture = .plain
    command.slides = .plain
    command.viewer = .plain
    command.click = .plain
    command.network = .plain
    command.output = .plain
    command.sources = []
    return command
  }

  /// Whether the library would take the options, too.
  fileprivate var isValid: Bool {
    do {
      try carousel.validate()
      try layout.validate()
      try picture.validate()
      try click.validate()
      try network.validate()
      try output.validate()
      try validate()
      return true
    } catch {
      return false
    }
  }
}
