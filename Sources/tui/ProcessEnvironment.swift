import Glibc
import NcursesScreen
import Terminal

/// What the process was started with and in.
struct ProcessEnvironment {
  /// The environment's variables.
  let variables: [String: String]
  /// Whether the locale can show more than ASCII.
  let isUTF8: Bool

  init() {
    var variables: [String: String] = [:]
    var position = 0
    while let entry = unsafe environ[position] {
      position += 1
      let text = unsafe String(cString: entry)
      guard let equals = text.firstIndex(of: "=") else { continue }
      variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    self.variables = variables
    isUTF8 = TerminalEncoding.adopt(environment: variables)
  }

  /// Whether standard output is a terminal.
  var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard input is a terminal: then the keys come from there, and no list.
  var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// The bytes of arguments, which Swift has as text: names that are not UTF-8 lost theirs on the way, and are looked up
  /// in what the system passed.
  func arguments(named names: [String]) -> [[UInt8]] {
    let raw = CommandLine.rawArguments
    return names.map { name in raw.first { String(decoding: $0, as: UTF8.self) == name } ?? Array(name.utf8) }
  }

  /// The bytes of a flag's value, as those of arguments: it follows the flag, or stands behind its `=`.
  func bytes(of flag: String, value: String) -> [UInt8] {
    let raw = CommandLine.rawArguments
    if let joined = raw.first(where: { String(decoding: $0, as: UTF8.self) == "\(flag)=\(value)" }) {
      return Array(joined.dropFirst(flag.utf8.count + 1))
    }
    return arguments(named: [value])[0]
  }
}

extension CommandLine {
  /// The arguments' bytes, as the system passed them.
  fileprivate static var rawArguments: [[UInt8]] {
    (1..<max(1, Int(argc))).compactMap { index in
      unsafe unsafeArgv[index].map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }
}

extension ProcessEnvironment {
  /// The colours to print in: what the environment says that its terminal has; all of them where it says nothing, for
  /// then a program reads.
  var depthForPrinting: ColorDepth {
    let term = variables["TERM"] ?? ""
    guard !term.isEmpty, term != "dumb" else { return .truecolor }
    return ColorDepth.detected(
      environment: variables,
      terminfoColors: ColorDepth.terminfoColors(environment: variables) ?? (term.contains("256") ? 256 : 8))
  }
}
