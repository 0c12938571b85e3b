import Fetching
import System

/// A bucket, and a key or the beginning of keys in it: `s3://bucket/key`.
struct S3Address: Hashable {
  let bucket: String
  /// The decoded key or prefix, which may be empty.
  let key: [UInt8]

  /// Parses an absolute URL whose key is percent-encoded; nil if its scheme is another.
  ///
  /// - Throws: A failure of kind `badURL`, for example if a component of the key would mean another one in a path.
  init?(_ url: String) throws(FetchFailure) {
    guard url.lowercased().hasPrefix("s3://") else { return nil }
    let rest = url.utf8.dropFirst(5)
    let name = rest.prefix { $0 != Path.slash }
    bucket = String(decoding: name, as: UTF8.self)
    key = PercentEncoding.decoded(rest[name.endIndex...].dropFirst())
    let isName = name.allSatisfy { PercentEncoding.isAlphanumeric($0) || "-._".utf8.contains($0) }
    guard 3...255 ~= name.count, isName, name.first != UInt8(ascii: ".") else {
      throw FetchFailure(.badURL, "not the name of a bucket", isTransient: false)
    }
    let isPlain =
      key.count <= 1_024 && !key.contains(0)
      && key.split(separator: Path.slash).allSatisfy { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    guard isPlain else { throw FetchFailure(.badURL, "a key that cannot be requested", isTransient: false) }
  }

  func object(_ settings: S3Settings) -> String {
    base(settings) + PercentEncoding.encoded(key, keeping: ListedEntry.plain)
  }

  /// The URL of a page of the keys that begin with this one. The query is sorted and encoded as a signature requires.
  func list(_ settings: S3Settings, isRecursive: Bool, token: String?) -> String {
    func encoded(_ bytes: some Sequence<UInt8>) -> String { PercentEncoding.encoded(bytes, keeping: "-._~") }
    var query = token.map { ["continuation-token=\(encoded($0.utf8))"] } ?? []
    if !isRecursive { query.append("delimiter=%2F") }
    query += ["encoding-type=url", "list-type=2", "max-keys=1000", "prefix=\(encoded(key))"]
    return base(settings) + "?" + query.joined(separator: "&")
  }

  func region(_ settings: S3Settings) -> String { settings.regions[bucket] ?? settings.region }

  private func base(_ settings: S3Settings) -> String {
    if let endpoint = settings.endpoint { return "\(endpoint.hasSuffix("/") ? endpoint : endpoint + "/")\(bucket)/" }
    let host = "s3.\(region(settings)).amazonaws.com"
    // Certificates are for one label before the host.
    let isLabel = bucket.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "_") }
    return isLabel ? "https://\(bucket).\(host)/" : "https://\(host)/\(bucket)/"
  }
}
