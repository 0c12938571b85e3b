/// What the user pastes by kitty's clipboard protocol, as far as it has arrived.
package struct ClipboardPaste: Sendable {
  /// What follows from a packet.
  package enum Step: Hashable, Sendable {
    case request(TerminalQuery)
    /// A text; nil if the paste is too long, or the terminal has refused it.
    case text([UInt8]?)
    /// The bytes of a picture, and its type after `image/`.
    case picture([UInt8], type: String)
  }

  /// The requested type; nil while the types are listed.
  private var type: String?
  /// The data so far; nil if it is too long.
  private var data: [UInt8]? = []

  /// The most bytes that are pasted.
  private let limit: Int
  /// The types that are requested, most welcome first.
  private static let types =
    ["png", "jpeg", "webp", "avif", "gif", "tiff", "bmp", "svg+xml"].map { "image/\($0)" } + [
      "text/uri-list", "text/plain",
    ]

  /// Nothing is pasted; later at most `limit` bytes.
  package init(limit: Int = 1 << 25) { self.limit = limit }

  /// Handles a packet; nil if others follow, or if there is nothing to do.
  package mutating func receive(_ packet: ClipboardPacket) -> Step? {
    switch packet.status {
    case "OK":
      // The list has a password. The user may paste again before all data has arrived.
      begin(packet.password.isEmpty ? type : nil)
      return nil
    case "DATA":
      guard packet.type == type ?? ".", let count = data?.count else { return nil }
      if count + packet.data.count <= limit { data?.append(contentsOf: packet.data) } else { data = nil }
      return nil
    case "DONE":
      let (type, data) = (type, data)
      if let type {
        begin(nil)
        return type.hasPrefix("image/") && data != nil
          ? .picture(data ?? [], type: String(type.dropFirst(6))) : .text(data)
      }
      let listed = String(decoding: data ?? [], as: UTF8.self).split { $0.isWhitespace }
      guard let best = Self.types.first(where: { listed.contains(Substring($0)) }) else { return .text(nil) }
      begin(best)
      return .request(.clipboard(type: best, password: packet.password))
    default:
      defer { begin(nil) }
      return type == nil ? nil : .text(nil)
    }
  }

  private mutating func begin(_ type: String?) { (self.type, data) = (type, []) }
}
