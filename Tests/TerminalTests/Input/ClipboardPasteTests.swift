import Terminal
import TestSupport
import Testing

/// Pastes by kitty's clipboard protocol, in the bytes that kitty 0.48 sent.
@Suite struct ClipboardPasteTests {
  private static let password = "RVE4VXpHMnZyNG5XQU4yUWJWa3hYOA=="

  /// The announcement of a paste of some types.
  private func list(_ types: String) -> String {
    packet("OK:pw=\(Self.password)") + packet("DATA:mime=Lg==:pw=\(Self.password);\(types)")
      + packet("DONE:pw=\(Self.password)")
  }

  private func packet(_ content: String) -> String { "\u{1B}]5522;type=read:status=\(content)\u{1B}\\" }

  private func steps(_ bytes: String, _ paste: inout ClipboardPaste) -> [ClipboardPaste.Step] {
    var decoder = InputDecoder()
    return decoder.feed(bytes.utf8, at: .zero).compactMap { event in
      if case .reply(.clipboard(let packet)) = event { paste.receive(packet) } else { nil }
    }
  }

  private func request(_ type: String) -> ClipboardPaste.Step {
    .request(.clipboard(type: type, password: Self.password))
  }

  @Test func `a picture is requested with the password of the list, and arrives in parts`() {
    var paste = ClipboardPaste()
    // image/png
    expect(steps(list("aW1hZ2UvcG5nCg=="), &paste), equals: [request("image/png")])
    let query = TerminalQuery.clipboard(type: "image/png", password: Self.password)
    expect(
      String(decoding: query.bytes, as: UTF8.self),
      equals: "\u{1B}]5522;type=read:pw=\(Self.password):name=UGFzdGUgZXZlbnQ=;aW1hZ2UvcG5n\u{1B}\\")
    let parts = packet("OK") + packet("DATA:mime=aW1hZ2UvcG5n;iVBO") + packet("DATA:mime=aW1hZ2UvcG5n;Rw==")
    expect(
      steps(parts + packet("DONE"), &paste), equals: [.picture([0x89, 0x50, 0x4E, 0x47], type: "png")])
  }

  @Test func `a picture is preferred to a list of URLs, and that to a text`() {
    var paste = ClipboardPaste()
    // text/plain, text/uri-list, image/jpeg; text/html, text/plain, text/uri-list; text/plain
    expect(steps(list("dGV4dC9wbGFpbgp0ZXh0L3VyaS1saXN0CmltYWdlL2pwZWc="), &paste), equals: [request("image/jpeg")])
    expect(steps(list("dGV4dC9odG1sCnRleHQvcGxhaW4KdGV4dC91cmktbGlzdAo="), &paste), equals: [request("text/uri-list")])
    expect(steps(list("dGV4dC9wbGFpbgo="), &paste), equals: [request("text/plain")])
    let answer = packet("OK") + packet("DATA:mime=dGV4dC9wbGFpbg==;L3RtcC93L2luX3JlZC5wbmc=") + packet("DONE")
    expect(steps(answer, &paste), equals: [.text(Array("/tmp/w/in_red.png".utf8))])
  }

  @Test func `a refused paste, and one of nothing that can be shown, have no text`() {
    var paste = ClipboardPaste()
    // text/html
    expect(steps(list("dGV4dC9odG1s"), &paste), equals: [.text(nil)])
    _ = steps(list("dGV4dC9wbGFpbgo="), &paste)
    expect(steps(packet("EPERM"), &paste), equals: [.text(nil)])
    // Data that nobody has requested.
    expect(steps(packet("DATA:mime=aW1hZ2UvcG5n;iVBO") + packet("EPERM"), &paste), equals: [])
  }

  @Test func `a picture that is too long is dropped`() {
    for (limit, isKept) in [(12, true), (11, false)] {
      var paste = ClipboardPaste(limit: limit)
      _ = steps(list("aW1hZ2UvcG5nCg=="), &paste)
      let part = packet("DATA:mime=aW1hZ2UvcG5n;AAAAAAAA")
      let bytes = Array(repeating: UInt8(0), count: 12)
      expect(
        steps(packet("OK") + part + part + packet("DONE"), &paste),
        equals: [isKept ? .picture(bytes, type: "png") : .text(nil)])
    }
  }

  @Test(arguments: [
    "5522", "5522;", "5522;type=write", "5522;type=read:status=DATA:mime=*;AAAA",
    "5522;type=read:status=DATA:mime=Lg==;A*", "5522;type=read:status=OK:pw=\u{7F}", "5522;type=read",
  ])
  func `other packets are no pastes, and no keys`(content: String) {
    var decoder = InputDecoder()
    expect(decoder.feed("\u{1B}]\(content)\u{1B}\\".utf8, at: .zero), equals: [.reply(.other)])
  }
}
