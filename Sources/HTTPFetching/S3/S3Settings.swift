import System

/// Where buckets are and with which credentials they are read, as the AWS command line reads its variables and files
/// ("Configuration and credential file settings", AWS CLI User Guide).
package struct S3Settings: Hashable, Sendable {
  package struct Credentials: Hashable, Sendable {
    package var key: String
    package var secret: String
    package var token: String?
  }

  /// Nil: requests are anonymous.
  package private(set) var credentials: Credentials?
  package private(set) var region = "us-east-1"
  /// The URL of a server other than Amazon's, in whose paths the bucket comes first; nil for Amazon's.
  package private(set) var endpoint: String?
  /// The regions of buckets that turned out to be elsewhere.
  var regions: [String: String] = [:]

  /// Amazon's servers, without credentials.
  package init() {}

  /// The settings of an environment.
  ///
  /// - Parameters:
  ///   - endpoint: The URL that an option names, which precedes all others.
  ///   - read: Returns the bytes of a file; nil if it cannot be read.
  package init(environment: [String: String], endpoint: String? = nil, read: (String) -> [UInt8]?) {
    func variable(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    func file(_ name: String, _ standard: String) -> [String: [String: String]] {
      let path = variable(name) ?? variable("HOME").map { "\($0)/.aws/\(standard)" }
      return path.flatMap(read).map(Self.sections) ?? [:]
    }
    let profile = variable("AWS_PROFILE", "AWS_DEFAULT_PROFILE") ?? "default"
    let config = file("AWS_CONFIG_FILE", "config")
    let own = config[profile == "default" ? profile : "profile \(profile)"] ?? [:]
    let stored = file("AWS_SHARED_CREDENTIALS_FILE", "credentials")[profile] ?? own
    if let key = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY") {
      credentials = Credentials(key: key, secret: secret, token: variable("AWS_SESSION_TOKEN"))
    } else if let key = stored["aws_access_key_id"], let secret = stored["aws_secret_access_key"] {
      credentials = Credentials(key: key, secret: secret, token: stored["aws_session_token"])
    }
    let region = variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? own["region"]
    self.region = region.flatMap { Self.isRegion($0) ? $0 : nil } ?? "us-east-1"
    self.endpoint = endpoint ?? variable("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") ?? own["endpoint_url"]
  }

  /// Whether a text can be the name of a region, and so part of a host.
  static func isRegion(_ text: String) -> Bool {
    1...40 ~= text.utf8.count && text.utf8.allSatisfy { PercentEncoding.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  /// The sections of a file: names and values by the section's name.
  private static func sections(_ bytes: [UInt8]) -> [String: [String: String]] {
    var (sections, section): ([String: [String: String]], String) = ([:], "")
    for line in String(decoding: bytes.prefix(1 << 20), as: UTF8.self).split(whereSeparator: \.isNewline) {
      let text = line.trimming(while: \.isWhitespace)
      if text.hasPrefix("#") || text.hasPrefix(";") { continue }
      if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
        section = text[..<end].dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
      } else if let equals = text.firstIndex(of: "="), line.first?.isWhitespace == false {
        // Indented lines belong to nested settings.
        let name = text[..<equals].trimming(while: \.isWhitespace).lowercased()
        sections[section, default: [:]][name] = String(text[equals...].dropFirst().trimming(while: \.isWhitespace))
      }
    }
    return sections
  }
}
