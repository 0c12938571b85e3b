import Terminal
import TestSupport
import Testing

/// What is sent for places outside the window: the desktop, the task bar and the clipboard.
@Suite struct OutsideTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `a notification is one line without controls or separators`() {
    let notification = DesktopNotification("new: a;b\u{1B}]\u{7}\n.png")
    expect(notification.text, equals: "new: a;b␛]␇␊.png")
    expect(text(notification.bytes(id: 7, isExtended: false)), equals: "^]777;notify;tui;new: a,b␛]␇␊.png^\\")
    expect(
      text(notification.bytes(id: 7, isExtended: true)),
      equals: "^]99;i=tui7:f=dHVp:o=unfocused:e=1;bmV3OiBhO2LikJtd4pCH4pCKLnBuZw==^\\")
    expect(DesktopNotification(String(repeating: "a", count: 999)).text.count, equals: 200)
  }

  @Test func `progress is a share or unknown`() {
    expect(text(TaskProgress(3, of: 12).bytes), equals: "^]9;4;1;25^\\")
    expect(text(TaskProgress(13, of: 12).bytes), equals: "^]9;4;1;100^\\")
    expect(text(TaskProgress(3, of: 0).bytes), equals: "^]9;4;3;0^\\")
    expect(text(TaskProgress.removal), equals: "^]9;4;0;0^\\")
  }

  @Test(arguments: [
    ("kitty(0.48.2)", true), ("kitty(0.38.1)", false), ("ghostty 1.2.0", true), ("ghostty 1.1.3", false),
    ("Konsole 26.08.2", true), ("Konsole 25.12.0", false), ("VTE(8400)", true), ("VTE(7803)", false),
    ("iTerm2 3.6.9", true), ("iTerm2 3.5.0", false), ("foot(1.28.0)", false), ("WezTerm 20240203", false),
    ("XTerm(412)", false),
  ])
  func `progress is sent to terminals that are known not to show it as a notification`(reply: String, isShown: Bool) {
    let identity = TerminalIdentity(reply: reply)
    expect(TaskProgress.isShown(by: identity, environment: [:]), equals: isShown)
    #expect(!TaskProgress.isShown(by: identity, environment: ["TMUX": "/tmp/t,1,0"]))
  }

  @Test func `Windows Terminal is known by its variable`() {
    #expect(TaskProgress.isShown(by: nil, environment: ["WT_SESSION": "1"]))
    #expect(!TaskProgress.isShown(by: nil, environment: [:]))
    #expect(!TaskProgress.isShown(by: TerminalIdentity("vscode", "1.90"), environment: ["WT_SESSION": "1"]))
  }

  @Test func `a picture for the clipboard is sent in parts of 4096 bytes, each form with its type`() {
    let png = ClipboardPicture.Form(type: "image/png", content: [UInt8](repeating: 0, count: 4097))
    let jpeg = ClipboardPicture.Form(type: "image/jpeg", content: [1, 2, 3])
    let sequences = text(ClipboardPicture([png, jpeg]).bytes).split(separator: "^\\").map(String.init)
    expect(sequences.count, equals: 5)
    expect(sequences[0], equals: "^]5522;type=write")
    expect(sequences[1].count, equals: "^]5522;type=wdata:mime=aW1hZ2UvcG5n;".count + 5464)
    expect(sequences[2], equals: "^]5522;type=wdata:mime=aW1hZ2UvcG5n;AA==")
    expect(sequences[3], equals: "^]5522;type=wdata:mime=aW1hZ2UvanBlZw==;AQID")
    expect(sequences[4], equals: "^]5522;type=wdata")
  }

  @Test(arguments: [
    ("\u{1B}]5522;type=write:status=DONE\u{1B}\\", TerminalReply.copied("DONE")),
    ("\u{1B}]5522;type=write:status=EPERM\u{1B}\\", .copied("EPERM")),
    ("\u{1B}]5522;type=write:status=\u{1B}\\", .copied("")),
    (
      "\u{1B}]99;i=tui:p=?;a=focus,report:o=always,unfocused,invisible:u=0,1,2:p=title,body,?,close,icon,alive,buttons:c=1"
        + ":w=1:s=system,silent,error,info,question,warn,warning\u{1B}\\",
      .has(.notifications)
    ),
    (
      "\u{1B}]99;i=tui;p=?;p=title,body,buttons:a=report,focus:o=always,unfocus,invisible:u=0,1,2:c=1\u{1B}\\",
      .has(.notifications)
    ),
    ("\u{1B}]99;i=other:p=?;p=title\u{1B}\\", .other), ("\u{1B}[?5522;2$y", .mode(5522, state: 2)),
  ])
  func `replies are recognized, and never taken for keys`(bytes: String, reply: TerminalReply) {
    var decoder = InputDecoder()
    expect(decoder.feed(Array(bytes.utf8), at: .zero), equals: [.reply(reply)])
  }
}
