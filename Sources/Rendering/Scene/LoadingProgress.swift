/// The download progress of a picture.
package enum LoadingProgress: Hashable, Sendable {
  /// Requested; no data has arrived yet.
  case waiting
  /// The bytes received so far, and the total if known.
  case receiving(received: Int, expected: Int?)
  /// The last attempt failed; the next one starts in `seconds`.
  case retrying(seconds: Int, reason: String)

  /// A description in one line.
  package var text: String {
    switch self {
    case .waiting: "waiting…"
    case .receiving(let received, nil): ByteCount.text(received)
    case .receiving(let received, let expected?):
      "\(LoadingProgress.percent(received, of: expected)) %  \(ByteCount.text(received, of: expected))"
    case .retrying(0, let reason): "retrying: \(reason)"
    case .retrying(let seconds, let reason): "retrying in \(seconds) s: \(reason)"
    }
  }

  /// A description that may take several lines.
  package var lines: [String] {
    switch self {
    case .retrying(0, let reason): ["retrying", reason]
    case .retrying(let seconds, let reason): ["retrying in \(seconds) s", reason]
    case .waiting, .receiving: [text]
    }
  }

  /// The received share, 0…1; nil if unknown.
  package var share: Double? {
    switch self {
    case .receiving(let received, let expected?):
      expected <= 0 ? nil : min(max(0, Double(received) / Double(expected)), 1)
    case .waiting, .receiving, .retrying: nil
    }
  }

  /// The percentage; below 100 until everything is received.
  private static func percent(_ received: Int, of expected: Int) -> Int {
    guard expected > 0 else { return 0 }
    return min(max(0, Int(Double(received) / Double(expected) * 100)), received < expected ? 99 : 100)
  }
}

/// Formats numbers of bytes, in decimal units, as is usual for networks and disks.
package enum ByteCount {
  private static let units = ["B", "kB", "MB", "GB", "TB"]

  /// "512 B", "35 kB", "1.2 MB".
  package static func text(_ bytes: Int) -> String {
    let unit = unit(of: bytes)
    return "\(number(bytes, in: unit)) \(units[unit])"
  }

  /// "0.4 of 1.2 MB".
  package static func text(_ bytes: Int, of all: Int) -> String {
    let unit = unit(of: all)
    return "\(number(bytes, in: unit)) of \(number(all, in: unit)) \(units[unit])"
  }

  /// The largest unit in which the rounded number is at least 1.
  private static func unit(of bytes: Int) -> Int {
    (1..<units.count).last { max(0, bytes) >= power($0) - power($0 - 1) / 2 } ?? 0
  }

  /// The number in a unit; from megabytes up, with one decimal below 100.
  private static func number(_ bytes: Int, in unit: Int) -> String {
    let (bytes, power) = (max(0, bytes), power(unit))
    if unit < 2 { return String((bytes + power / 2) / power) }
    let tenths = (bytes / (power / 100) + 5) / 10
    return tenths >= 1000 ? String((tenths + 5) / 10) : "\(tenths / 10).\(tenths % 10)"
  }

  private static func power(_ unit: Int) -> Int { (0..<unit).reduce(1) { power, _ in power * 1000 } }
}
