import TestSupport
import Testing

/// How tui starts its fetching program: found where it was installed, and told what tui was told.
@Suite("Starting tui-fetch")
struct FetchingProgramTests {
  private let prefix: Album

  /// A copy of tui in a prefix's bin, and no tui-fetch yet.
  init() throws {
    prefix = try Album()
    try install(Build.tui, at: "bin/tui")
  }

  /// Installs a program below the prefix, by a process of its own: were it written by this one, a child that another test
  /// starts meanwhile would hold it open for writing, and for as long as that lives nobody can run it.
  private func install(_ program: String, at place: String) throws {
    let run = try PlainRun(["-D", "-m", "755", program, "\(prefix.path)/\(place)"], program: "/usr/bin/install")
    try #require(run.ending == .exited(0), "\(run.error)")
  }

  /// Puts a program in tui-fetch's place that says how it was started, and fails.
  private func standIn(at place: String) throws {
    let script = "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\" > '\(prefix.path)/said'\nread -r line\nexit 1\n"
    try install(prefix.write(Array(script.utf8), as: "script"), at: "\(place)/tui-fetch")
  }

  private func show(_ flags: [String]) throws -> PlainRun {
    try PlainRun(
      ["--print", "--size", "4x2", "--cache-dir", "\(prefix.path)/cache"] + flags + ["http://127.0.0.1:1/a.png"],
      program: "\(prefix.path)/bin/tui")
  }

  /// What the stand-in was started as, and with, but for the last two words: a folder of a name that nobody can guess.
  private var said: [Substring]? {
    let words = prefix.text(of: "said")?.split(separator: "\n")
    guard let words, words.dropLast().last == "--spare-dir", words.last?.firstMatch(of: /\/tui-[0-9a-z]+-spare$/) != nil
    else { return words }
    return words.dropLast(2)
  }

  @Test(arguments: ["bin", "libexec/tui"])
  func `tui-fetch is found beside tui or in the prefix's libexec, and receives the limits`(place: String) throws {
    try standIn(at: place)
    let run = try show([])
    #expect(run.ending == .exited(1))
    #expect(
      said == [
        "\(prefix.path)/\(place)/tui-fetch", "--cache-dir", "\(prefix.path)/cache", "--disk-cache", "512",
        "--downloads",
        "5", "--timeout", "15",
      ])
  }

  @Test func `tui passes its time-out, certificate, download and cache options to tui-fetch`() throws {
    try standIn(at: "bin")
    _ = try show(["--timeout", "3", "--insecure", "--downloads", "2", "--disk-cache", "7"])
    #expect(
      said?.dropFirst() == [
        "--cache-dir", "\(prefix.path)/cache", "--disk-cache", "7", "--downloads", "2", "--timeout", "3", "--insecure",
      ])
  }

  @Test func `without tui-fetch the error says how to install it`() throws {
    let run = try show([])
    #expect(run.ending == .exited(1))
    #expect(
      run.errorLines == [
        "tui: http://127.0.0.1:1/a.png: pictures from the network need tui-fetch beside tui: reinstall tui"
      ])
  }
}
