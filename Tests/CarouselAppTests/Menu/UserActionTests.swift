import CarouselApp
import Decks
import System
import Terminal
import TestSupport
import Testing

struct UserActionTests {
  @Test(
    arguments: [
      ("k:Keep:cp -- \"$1\" keep/", "k", "Keep", "cp -- \"$1\" keep/", false),
      ("t:To trash:gio trash -- \"$@\" &", "t", "To trash", "gio trash -- \"$@\" ", true),
      ("é:a:b:c d:e", "é", "a", "b:c d:e", false), ("-:x:true && ", "-", "x", "true && ", false),
    ] as [(String, Character, String, String, Bool)])
  func `a user action parses as key, name and command; the command may contain colons`(
    text: String, key: Character, name: String, command: String, isInBackground: Bool
  ) throws {
    let action = try UserAction(text)
    #expect((action.key, action.name, action.command.text) == (key, name, command))
    expect(action.command.isInBackground, equals: isInBackground)
  }

  @Test(
    arguments: [
      ("", .noKey), ("k", .noKey), ("keep", .noKey), ("keep:Keep:cp", .longKey), (":Keep:cp", .longKey),
      ("1:Keep:cp", .unusableKey), (" :Keep:cp", .unusableKey), ("\u{1B}:Keep:cp", .unusableKey), ("k:", .noName),
      ("k::cp", .noName), ("k: :cp", .noName), ("k:Keep", .noCommand), ("k:Keep:", .noCommand),
      ("k:Keep: & ", .noCommand),
    ] as [(String, UserAction.Mistake)])
  func `a malformed user action is rejected with a reason`(text: String, mistake: UserAction.Mistake) {
    #expect(throws: mistake) { try UserAction(text) }
    #expect(!mistake.description.isEmpty)
  }
}

struct DesktopProgramsTests {
  private func programs(_ names: String..., environment: [String: String]) -> DesktopPrograms {
    DesktopPrograms(environment: environment) { names.contains($0) ? Path("/bin/\($0)") : nil }
  }

  @Test func `without a display no desktop programs are available`() {
    expect(programs("xdg-open", "xclip", environment: ["DISPLAY": ""]), equals: DesktopPrograms())
  }

  @Test func `wl-copy is preferred under Wayland, and xclip is used otherwise`() {
    let all = programs("wl-copy", "xclip", environment: ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"])
    expect(all.clipboard, equals: .wayland(.found(Path("/bin/wl-copy"))))
    expect(
      programs("wl-copy", "xclip", environment: ["DISPLAY": ":0"]).clipboard, equals: .x11(.found(Path("/bin/xclip"))))
    let bridged = programs("xclip", environment: ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"])
    expect(bridged.clipboard, equals: .x11(.found(Path("/bin/xclip"))))
  }

  @Test func `a missing program is reported with its package`() {
    let none = programs(environment: ["WAYLAND_DISPLAY": "wayland-0"])
    expect(none.opener, equals: .missing(name: "xdg-open", package: "xdg-utils"))
    expect(none.clipboard, equals: .wayland(.missing(name: "wl-copy", package: "wl-clipboard")))
  }
}
