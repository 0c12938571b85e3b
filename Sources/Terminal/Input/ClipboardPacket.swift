/// A packet of kitty's clipboard protocol, `OSC 5522 ; type=read:status=… ; data`. When the user pastes (mode 5522), the
/// terminal lists the types of what can be pasted; the data of a type is requested.
package struct ClipboardPacket: Hashable, Sendable {
  /// `OK` before the first data, `DATA`, `DONE` after the last, or the name of an error.
  let status: String
  /// The type of the data, such as `image/png`; `.` for the list of types.
  let type: String
  /// In Base64, as sent: it allows one request without asking the user.
  let password: String
  let data: [UInt8]

  /// Parses a control string without its introducer; nil if it is no packet of data that is read.
  init?(_ content: ArraySlice<UInt8>) {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].elementsEqual("5522".utf8) else { return nil }
    var fields: [String: ArraySlice<UInt8>] = [:]
    for field in parts[1].split(separator: UInt8(ascii: ":")) {
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      fields[String(decoding: name, as: UTF8.self)] = field.dropFirst(name.count + 1)
    }
    let password = fields["pw"] ?? []
    guard fields["type"]?.elementsEqual("read".utf8) == true, let status = fields["status"],
      let type = Base64.decoded(fields["mime"] ?? []), let data = Base64.decoded(parts.count > 2 ? parts[2] : []),
      Base64.decoded(password) != nil
    else { return nil }
    (self.status, self.data) = (String(decoding: status, as: UTF8.self), data)
    (self.type, self.password) = (String(decoding: type, as: UTF8.self), String(decoding: password, as: UTF8.self))
  }
}
