import CommandLineOptions
import Downloads
import Fetching
import System

/// The header fields of a configuration's sections `[host "NAME"]`. Their values may be secret: nothing quotes them.
struct ConfiguredHosts: Equatable {
  /// The maximum length of a field, in bytes.
  private static let longest = 8_192

  /// What `tui-fetch` receives.
  private(set) var fields: [FetchCommand] = []
  private(set) var problems: [ConfigurationFile.Problem] = []

  init(_ settings: [ConfigurationFile.Setting]) {
    for setting in settings {
      guard case .host(let name) = setting.section else { continue }
      if setting.name != "header" || !Self.isField(setting.value) {
        problems.append(.init(line: setting.line, reason: "[host \"\(name)\"]: expected 'header = NAME: VALUE'"))
      } else if !Self.isServer(name) {
        problems.append(.init(line: setting.line, reason: "[host \"\(name)\"]: expected HOST or HOST:PORT"))
      } else {
        fields.append(.field(host: name, field: setting.text))
      }
    }
  }

  /// Whether a text is a name, a colon and a value (RFC 9110, section 5).
  private static func isField(_ text: [UInt8]) -> Bool {
    let name = text.prefix { PercentEncoding.isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    let value = text[name.endIndex...].dropFirst()
    return !name.isEmpty && text.count <= longest && text.dropFirst(name.count).first == UInt8(ascii: ":")
      && value.contains { $0 > 0x20 } && !value.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
      && String(validating: value, as: UTF8.self) != nil
  }

  /// Whether a text is a host, maybe with a port, and with http or https before it.
  private static func isServer(_ name: String) -> Bool {
    let host = name.split(separator: "/").last ?? ""
    return [String(host), "http://\(host)", "https://\(host)"].contains(name) && !host.utf8.contains(UInt8(ascii: "@"))
      && WebAddress.checked("https://\(host)/") != nil
  }
}
