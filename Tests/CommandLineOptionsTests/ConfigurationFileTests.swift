import CommandLineOptions
import TestSupport
import Testing

@Suite("A configuration file")
struct ConfigurationFileTests {
  /// The settings of a text, as `section|name|value|line`.
  private func settings(_ text: String) -> [String] {
    ConfigurationFile(Array(text.utf8)).settings.map { setting in
      let section =
        switch setting.section {
        case .options: "options"
        case .keys(let mode): "keys \(mode ?? "*")"
        case .action(let name): "action \(name)"
        case .host(let name): "host \(name)"
        }
      return "\(section)|\(setting.name)|\(setting.text)|\(setting.line)"
    }
  }

  @Test(
    arguments: [
      ("", []),
      ("# a comment\n\n  # another\n", []),
      ("interval = 3", ["options|interval|3|1"]),
      ("interval=3\r\n  fit =  cover \t\n", ["options|interval|3|1", "options|fit|cover|2"]),
      ("\u{FEFF}fit = cover", ["options|fit|cover|1"]),
      ("dot-color = #fff # not a comment", ["options|dot-color|#fff # not a comment|1"]),
      ("caption =", ["options|caption||1"]),
      ("on-click = a = b", ["options|on-click|a = b|1"]),
      ("[keys]\nleft = next\n[ keys.viewer ]\n= = back", ["keys *|left|next|2", "keys viewer|=|back|4"]),
      ("[keys]\n[ = quit\n] = pause", ["keys *|[|quit|2", "keys *|]|pause|3"]),
      ("[action \"Keep it\"]\nkey = k\n[options]\nfps = 9", ["action Keep it|key|k|2", "options|fps|9|4"]),
    ] as [(String, [String])])
  func `settings have a section, a name, a value and a line`(text: String, expected: [String]) {
    expect(settings(text), equals: expected)
    #expect(ConfigurationFile(Array(text.utf8)).problems.isEmpty)
  }

  @Test(
    arguments: [
      ("a line\nfps = 9", 1, "a line: expected 'name = value'"),
      (
        "[colors]\nred = 1\n[options]\nfps = 9", 1,
        "unknown section [colors]; expected [options], [keys], [keys.MODE], [action \"NAME\"] or [host \"NAME\"]"
      ),
      (
        "fps = 9\n[action keep]", 2,
        "unknown section [action keep]; expected [options], [keys], [keys.MODE], [action \"NAME\"] or [host \"NAME\"]"
      ),
      ("fps = 9\n\n[keys", 3, "[keys: a section must end with ]"),
      ("fps = 9\n[action \"Keep\"]\n[options]", 2, "[action \"Keep\"]: expected 'command = …' below it"),
      ("fps = 9\n[action \"Keep\"]\n# no\n[action \"Keep\"]", 2, "[action \"Keep\"]: expected 'command = …' below it"),
      ("fps = 9\na\u{0} = 3", 2, "a NUL byte: this is no text"),
    ] as [(String, Int, String)])
  func `a problem names the line and what was expected, and the rest holds`(text: String, line: Int, reason: String) {
    let file = ConfigurationFile(Array(text.utf8))
    expect(file.problems, equals: [.init(line: line, reason: reason)])
    expect(file.settings.map { "\($0.name) \($0.text)" }, equals: ["fps 9"])
  }

  @Test func `settings below a section that is not closed are its own, or ignored if it is unknown`() {
    expect(settings("fps = 9\n[keys.viewer\nn = next"), equals: ["options|fps|9|1", "keys viewer|n|next|3"])
    expect(settings("fps = 9\n[keys # all of them\nn = next\n[options]\nfit = cover").count, equals: 2)
  }

  @Test func `an action may have its settings in several sections`() {
    let file = ConfigurationFile(Array("[action \"A\"]\n[action \"A\"]\ncommand = true\n[action \"A\"]".utf8))
    expect(file.problems, equals: [])
    expect(file.settings.count, equals: 1)
  }

  @Test func `values keep bytes that are not UTF-8`() {
    let file = ConfigurationFile(Array("placeholder = ".utf8) + [0xFF, 0x0A])
    expect(file.settings.map(\.value), equals: [[0xFF]])
  }

  @Test func `long lines, many settings and many problems are bounded`() {
    let long = ConfigurationFile(Array(repeating: UInt8(ascii: "x"), count: 60_000))
    expect(long.problems.first?.reason.count, equals: 61 + ": expected 'name = value'".count)
    expect(ConfigurationFile(Array(repeating: 0x78, count: 200) + Array("= 1".utf8)).problems.count, equals: 1)
    let many = ConfigurationFile(Array(String(repeating: "a=1\n", count: 10_000).utf8))
    expect(many.settings.count, equals: 4096)
    expect(many.problems, equals: [.init(line: 4097, reason: "more than 4096 settings")])
    expect(ConfigurationFile(Array(String(repeating: "x\n", count: 10_000).utf8)).problems.count, equals: 20)
  }

  @Test func `any bytes are parsed without a crash`() {
    var state: UInt64 = 1
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    let alphabet = Array("[]=\" \n#ak\u{0}".utf8) + [0xFF, 0xEF, 0xBB, 0xBF]
    for _ in 0..<2000 {
      let bytes = (0..<Int(next() % 64)).map { _ in alphabet[Int(next()) % alphabet.count] }
      let file = ConfigurationFile(bytes)
      #expect(file.settings.count + file.problems.count <= bytes.count)
    }
  }
}
