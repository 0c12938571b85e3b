import Carousel
import CarouselValues
@testable import CarouselApp
import Decks
import Rendering
import Terminal
import TestSupport
import Testing

@Suite("A session with keys of one's own")
@MainActor struct SessionKeyTests {
  /// A session of slides with bindings over the standard ones.
  private func stage(
    _ names: String..., settings: [(String?, String, String)], commands: [UserAction] = []
  ) throws -> Stage {
    var bindings = KeyBindings.standard
    for (mode, keys, action) in settings {
      try bindings.apply(KeySetting(mode: mode, keys: keys, action: action), commands: commands)
    }
    var stage = Stage("red", "green", "blue", columns: 40, rows: 12) { [bindings] options in
      options.keys = bindings
      options.actions = commands
    }
    stage.wait(0)
    return stage
  }

  @Test func `keys in a row act together, and are shown until then`() throws {
    var stage = try stage(settings: [(nil, "g g", "last"), ("carousel", "g", "none")])
    stage.type("g")
    #expect(stage.row(11).contains("g …") || stage.row(0).contains("g …"))
    stage.type("g")
    stage.wait(1)
    expect(stage.current, equals: 2)
  }

  @Test func `a key that begins several acts by itself after a second`() throws {
    var stage = try stage(settings: [(nil, "l l", "last")])
    stage.type("l")
    stage.wait(0.9)
    expect(stage.current, equals: 0)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `a key that does not continue them follows what they mean by themselves`() throws {
    var stage = try stage(settings: [(nil, "l l", "last")])
    stage.type("lh")
    stage.wait(2)
    expect(stage.current, equals: 0)
    stage.type("l")
    stage.press(.right)
    stage.wait(2)
    expect(stage.current, equals: 2)
  }

  @Test func `Escape gives up the keys before it, and nothing else`() throws {
    var stage = try stage(settings: [(nil, "l l", "last")])
    stage.type("l")
    stage.press(.escape)
    stage.wait(2)
    expect(stage.current, equals: 0)
    #expect(stage.effects.isEmpty)
    stage.press(.escape)
    expect(stage.effects, equals: [.end(.quit(marked: []))])
  }

  @Test func `modifiers make another key if it is bound, and are ignored if it is not`() throws {
    var stage = try stage(settings: [(nil, "alt+l", "last"), (nil, "shift+right", "last")])
    stage.send(.input(.key(.character("l"), .alt)))
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.send(.input(.key(.home, .control)))
    stage.wait(1)
    expect(stage.current, equals: 0)
    stage.send(.input(.key(.right, .shift)))
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.send(.input(.key(.left, [.shift, .alt])))
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `the wheel and the buttons can be bound, and unbound`() throws {
    var stage = try stage(
      settings: [(nil, "right-click", "last"), (nil, "wheel-down", "none"), (nil, "ctrl+wheel-down", "next")])
    stage.mouse(.wheelDown, 20, 5)
    stage.wait(1)
    expect(stage.current, equals: 0)
    stage.mouse(.pressed(.right), 20, 5)
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.mouse(.wheelDown, 20, 5, hasControl: true)
    stage.wait(1)
    expect(stage.current, equals: 0)
  }

  @Test func `a click on the picture does what it is bound to`() throws {
    var stage = try stage(settings: [(nil, "click", "next")])
    stage.mouse(.pressed(.left), 20, 5)
    stage.mouse(.released(.left), 20, 5)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `the wheel zooms at the pointer in the viewer if it is bound to zoom`() throws {
    var stage = try stage(settings: [(nil, "wheel-up", "zoom-in")])
    stage.press(.enter)
    stage.mouse(.wheelUp, 5, 2)
    stage.wait(1)
    expect(stage.session.mode.context, equals: .zoomed)
    expect(stage.current, equals: 0)
  }

  @Test func `a key runs a command of one's own by its name`() throws {
    let command = try #require(UserAction(name: "Keep it", key: nil, command: "keep"))
    var stage = try stage(settings: [(nil, "ctrl+k", "Keep it")], commands: [command])
    stage.press(.control("k"))
    guard case .run(let clicked, command: "keep")? = stage.effects.first else {
      Issue.record("\(stage.effects)")
      return
    }
    expect(clicked.number, equals: 1)
    expect(clicked.action, equals: "Keep it")
  }

  @Test func `keys in a row that are typed before there are slides take effect with the others`() throws {
    var bindings = KeyBindings.standard
    try bindings.apply(KeySetting(mode: nil, keys: "g n", action: "next"))
    var stage = Stage(columns: 40, rows: 12) { $0.keys = bindings }
    stage.type("gngn")
    stage.deck(["red", "green", "blue"])
    stage.wait(2)
    expect(stage.current, equals: 2)
  }

  @Test func `the key that opened the help panel closes it`() throws {
    var stage = try stage(settings: [(nil, "f1", "help")])
    stage.press(.function(1))
    expect(stage.session.mode.context, equals: .help)
    stage.press(.function(1))
    expect(stage.session.mode.context, equals: .carousel)
  }

  @Test func `help lists the bindings in force`() throws {
    let command = try #require(UserAction(name: "Keep it", key: "K", command: "keep"))
    let stage = try stage(
      settings: [(nil, "x", "next"), (nil, "right", "none"), (nil, "p", "none"), ("grid", "ctrl+k", "Keep it")],
      commands: [command])
    let bindings = stage.session.options.keys
    let rows = bindings.helpRows(in: .carousel, click: .view, actions: [command])
    #expect(rows.contains { $0.keys == "← h  x l" && $0.action == "previous, next" })
    #expect(rows.contains { $0.keys == "c" && $0.action == "change mode" })
    #expect(rows.contains { $0.keys == "K" && $0.action == "Keep it" })
    let grid = bindings.helpRows(in: .grid, click: .view, actions: [command])
    #expect(grid.contains { $0.keys == "Ctrl-K K" && $0.action == "Keep it" })
  }

  @Test func `actions with many keys have a row of help each`() throws {
    let stage = try stage(
      settings: [(nil, "ctrl+u", "previous"), (nil, "ctrl+d", "next"), (nil, "g T", "previous"), (nil, "g t", "next")])
    let rows = stage.session.options.keys.helpRows(in: .carousel, click: .view)
    #expect(rows[0].keys == "gT Ctrl-U ← h" && rows[0].action == "previous")
    #expect(rows[1].keys == "gt Ctrl-D → l" && rows[1].action == "next")
    #expect(rows.contains { $0.keys == "Space  [  ]" && $0.action == "pause, resume, interval -1 s, +1 s" })
  }

  @Test func `a number before a key is its count, and that of the slide for the first and the last`() throws {
    var stage = try stage(settings: [(nil, "G", "last"), (nil, "g g", "first"), ("carousel", "g", "none")])
    stage.type("2l")
    stage.wait(1)
    #expect(stage.current == 2 && stage.session.mode == .carousel)
    stage.type("2h")
    stage.wait(1)
    expect(stage.current, equals: 0)
    stage.type("2G")
    stage.wait(1)
    expect(stage.current, equals: 1)
    stage.type("3gg")
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.type("9G")
    #expect(stage.row(0).contains("no slide 9"))
  }

  @Test func `in the grid a number before a key is its count, too`() throws {
    var stage = try stage(settings: [])
    stage.type("g2l")
    expect(stage.session.mode.grid?.selection, equals: 2)
  }

  @Test func `keys go on to other matches after the search has ended`() throws {
    var stage = try stage(settings: [(nil, "n", "next-match"), (nil, "N", "previous-match")])
    stage.type("n")
    #expect(stage.row(0).contains("nothing was searched for"))
    // red and green
    stage.type("/re")
    stage.press(.enter)
    stage.type("n")
    expect(stage.current, equals: 1)
    stage.type("n")
    expect(stage.current, equals: 0)
    stage.type("N")
    expect(stage.current, equals: 1)
    stage.type("gn")
    expect(stage.session.mode.grid?.selection, equals: 0)
  }

  @Test func `a key begins the number of the slide to go to`() throws {
    var stage = try stage(settings: [(nil, ":", "go-to-slide")])
    stage.type(":3")
    stage.press(.enter)
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.type(":")
    stage.press(.enter)
    #expect(stage.current == 2 && stage.session.mode == .carousel)
  }

  @Test func `Ctrl-R asks for the configuration, and its changes are adopted at once`() throws {
    var stage = Stage("red", "green", "blue", columns: 40, rows: 12)
    stage.press(.control("r"))
    expect(stage.effects, equals: [.work(.readConfiguration)])
    var options = stage.session.options
    options.settings.interval = .seconds(7)
    options.settings.transition = .fade
    options.preferences.overlays.showsIndex = true
    try options.keys.apply(KeySetting(mode: "carousel", keys: "x", action: "last"))
    stage.send(.configured(ConfigurationUpdate(options: options, message: "changed: interval")))
    expect(stage.session.machine.settings.interval, equals: .seconds(7))
    expect(stage.session.machine.settings.transition, equals: .fade)
    #expect(stage.session.preferences.overlays.showsIndex)
    #expect((0..<12).contains { stage.row($0).contains("changed: interval") })
    stage.type("x")
    stage.wait(3)
    expect(stage.current, equals: 2)
  }

  @Test func `settings that keys have changed stay if the configuration has not changed them`() throws {
    var stage = Stage("red", "green", "blue", columns: 40, rows: 12)
    stage.type("wd")
    let fit = stage.session.preferences.picture.content.fit
    #expect(fit != stage.session.options.preferences.picture.content.fit)
    stage.send(.configured(ConfigurationUpdate(options: stage.session.options, message: "no changes")))
    expect(stage.session.preferences.picture.content.fit, equals: fit)
    #expect(!stage.session.preferences.overlays.showsCaptions)
  }

  @Test func `what cannot be read changes nothing and is shown`() throws {
    var stage = Stage("red", "green", columns: 40, rows: 12)
    stage.send(.configured(ConfigurationUpdate(options: nil, message: "config: permission denied")))
    #expect((0..<12).contains { stage.row($0).contains("config: permission denied") })
  }
}
