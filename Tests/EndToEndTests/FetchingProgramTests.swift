import TestSupport
import Testing

/// How tui starts its fetching program: where it finds it, and which options it passes on.
@Suite("Starting tui-fetch")
struct FetchingProgramTests {
  private let prefix: Album

  /// Copies tui into a prefix's bin, without tui-fetch.
  init() throws {
    prefix = try Album()
    try install(Build.tui, at: "bin/tui")
  }

  /// Installs a program below the prefix, in a separate process. If this process wrote the file, a child that another
  /// test starts meanwhile could inherit the open descriptor, and the file could not be run until that child ends
  /// (ETXTBSY).
  private func install(_ program: String, at folder: String) throws {
    let run = try PlainRun(["-D", "-m", "755", program, "\(prefix.path)/\(folder)"], program: "/usr/bin/install")
    try #require(run.ending == .exited(0), "\(run.error)")
  }

  /// Installs a fake tui-fetch that records how it was started, and fails.
  private func installFakeFetcher(at folder: String) throws {
    let script = "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\" > '\(prefix.path)/said'\nread -r line\nexit 1\n"
    try install(prefix.write(Array(script.utf8), as: "script"), at: "\(folder)/tui-fetch")
  }

  private func show(_ flags: [String]) throws -> PlainRun {
    try PlainRun(
      ["--print", "--size", "4x2", "--cache-dir", "\(prefix.path)/cache"] + flags + ["http://127.0.0.1:1/a.png"],
      program: "\(prefix.path)/bin/tui")
  }

  /// The fake's path and arguments, without a final `--spare-dir` and its unpredictable folder; nil before it has
  /// started.
  private var said: [Substring]? {
    let words = prefix.text(of: "said")?.split(separator: "\n")
    guard let words, words.dropLast().last == "--spare-dir", words.last?.firstMatch(of: /\/tui-[0-9a-z]+-spare$/) != nil
    else { return words }
    return words.dropLast(2)
  }

  @Test(arguments: ["bin", "libexec/tui"])
  func `tui-fetch is found beside tui or in the prefix's libexec, and receives the limits`(folder: String) throws {
    try installFakeFetcher(at: folder)
    let run = try show([])
    expect(run.ending, equals: .exited(1))
    expect(
      said,
      equals: [
        "\(prefix.path)/\(folder)/tui-fetch", "--cache-dir", "\(prefix.path)/cache", "--disk-cache", "512",
        "--downloads", "5", "--timeout", "15", "--isolation", "auto",
      ])
  }

  @Test func `tui passes its time-out, certificate, download and cache options to tui-fetch`() throws {
    try installFakeFetcher(at: "bin")
    _ = try show(["--timeout", "3", "--insecure", "--downloads", "2", "--disk-cache", "7"])
    expect(
      said?.dropFirst(),
      equals: [
        "--cache-dir", "\(prefix.path)/cache", "--disk-cache", "7", "--downloads", "2", "--timeout", "3",
        "--isolation", "auto", "--insecure",
      ])
  }

  @Test func `without tui-fetch the error says how to install it`() throws {
    let run = try show([])
    expect(run.ending, equals: .exited(1))
    expect(
      run.errorLines,
      equals: [
        "tui: http://127.0.0.1:1/a.png: pictures from the network need tui-fetch beside tui: reinstall tui"
      ])
  }
}
