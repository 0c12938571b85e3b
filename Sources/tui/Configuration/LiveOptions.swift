import Carousel
import CarouselApp
import CarouselValues
import CommandLineOptions
import Rendering
import Synchronization
import Terminal

extension Tui {
  /// The session's options that a running program adopts when its configuration changes; the others have their defaults.
  ///
  /// - Throws: `UsageError` if the format of captions is invalid.
  func liveOptions(art: ArtMode, _ keys: ConfiguredKeys) throws(UsageError) -> Options {
    var (settings, _) = carousel.settings
    settings.heading = layout.heading
    var preferences = Preferences(art: art)
    preferences.picture = picture.style(art)
    preferences.overlays = overlays.style
    preferences.animate = carousel.animateMode
    preferences.layout = layout.layout
    preferences.gridColumns = viewer.columns
    preferences.picture.content = SlideContentMode(layout.fit, layout.align)
    var options = Options(settings: settings, preferences: preferences)
    if let format = try overlays.captionFormat() { options.captions = format }
    options.waitsForPlayback = carousel.interval == nil
    options.usesSlidesTransitions = !carousel.changesAtOnce
    options.keepsZoom = viewer.keepZoom
    options.click = click.action
    options.goesOnAfterKeeping = click.keepNext
    options.trashesAtOnce = click.trash == .now
    options.sort = slides.sort
    options.keys = keys.bindings
    options.actions = keys.actions
    return options
  }
}

/// Reads the configuration again while the program runs.
final class ConfigurationReader: Sendable {
  private let arguments: [[UInt8]]
  private let environment: [String: String]
  private let art: ArtMode
  /// The configuration as it was last read.
  private let last: Mutex<Configuration>

  init(_ configuration: Configuration, arguments: [[UInt8]], environment: [String: String], art: ArtMode) {
    (self.arguments, self.environment, self.art) = (arguments, environment, art)
    last = Mutex(configuration)
  }

  /// Reads the file again, and says what has changed.
  func read() -> ConfigurationUpdate {
    do throws(UsageError) {
      var parsed = LayeredOptions(Tui())
      if case .run(_, let operands) = try Tui.commandLine.parse(arguments, over: &parsed) {
        parsed.options.sources = operands
      }
      let new = try Configuration(arguments, parsed: parsed, environment: environment)
      let options = try new.layered.options.liveOptions(art: art, new.keys)
      let old = last.withLock { last in
        defer { last = new }
        return last
      }
      return ConfigurationUpdate(
        options: options, message: new.problemSummary ?? ConfigurationReader.changes(from: old, to: new))
    } catch {
      return ConfigurationUpdate(options: nil, message: SafeText.visible(error.description))
    }
  }

  /// What has changed, and what of it waits for the next start.
  private static func changes(from old: Configuration, to new: Configuration) -> String {
    let (before, after) = (old.layered.given, new.layered.given)
    let names = Set(before.keys).union(after.keys).filter { before[$0]?.map(\.text) != after[$0]?.map(\.text) }
    let live = Set(Tui.commandLine.description.options.filter(\.changesAtOnce).compactMap(\.key))
    var now = names.filter(live.contains).sorted()
    if old.keys.bindings != new.keys.bindings, !now.contains("keys") { now.append("keys") }
    if old.keys.actions != new.keys.actions, !now.contains("action") { now.append("commands") }
    let later = names.subtracting(live).union(old.hosts == new.hosts ? [] : ["header"]).sorted()
    if now.isEmpty, later.isEmpty { return "configuration: no changes" }
    let parts = [
      now.isEmpty ? nil : "changed: \(now.joined(separator: ", "))",
      later.isEmpty ? nil : "at the next start: \(later.joined(separator: ", "))",
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }
}

extension Configuration {
  /// The first problem, for the corner of the window, and the number of others; nil if there is none.
  var problemSummary: String? {
    guard let first = problems.first else { return nil }
    let name = first.hasPrefix(location?.shown ?? " ") ? "config" + first.dropFirst(location?.shown.count ?? 0) : first
    return problems.count == 1 ? name : "\(name) (and \(problems.count - 1) more)"
  }
}
