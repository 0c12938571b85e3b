/// Why a command line is rejected.
package enum UsageError: Error, Hashable, Sendable {
  /// No option has this name.
  case unknownOption(String, nearest: String?)
  /// An option's value is missing.
  case missingValue(option: String, expectation: String)
  /// An option's value cannot be read, or is out of its range.
  case invalidValue(option: String, value: String, expectation: String)
  /// A flag has a value.
  case unexpectedValue(option: String, value: String)
  /// The options do not go together, or a file that one of them names cannot be used.
  case rejected(String)

  /// The exit status for an invalid command line, EX_USAGE of sysexits.h.
  package static let exitStatus: Int32 = 64

  /// The reason, on one line. It quotes the arguments, which may contain control characters.
  package var description: String {
    switch self {
    case .unknownOption(let name, let nearest?): "unknown option \(name); did you mean \(nearest)?"
    case .unknownOption(let name, nil): "unknown option \(name); --help lists all options"
    case .missingValue(let option, let expectation): "\(option) needs a value: \(expectation)"
    case .invalidValue(let option, let value, let expectation): "\(option) '\(value)': expected \(expectation)"
    case .unexpectedValue(let option, let value): "\(option) takes no value, but has '\(value)'"
    case .rejected(let reason): reason
    }
  }
}
