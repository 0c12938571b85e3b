import TestSupport
import Testing

@Suite("Completions in bash")
struct CompletionTests {
  /// Completes the last of some words in bash; returns what it offers. bash passes `--color=t` as three words.
  private func offers(_ words: [String], program: String = Build.tui, name: String = "tui", path: String? = nil) throws
    -> [Substring]
  {
    let script = """
      source <("$0" --generate-completion-script bash)
      compopt() { :; }
      COMP_WORDS=(\(name) "$@"); COMP_CWORD=$#
      _\(name.replacing("-", with: "_"))
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let variables: [String: String?] = path.map { ["PATH": "\($0):/usr/bin:/bin"] } ?? [:]
    let run = try PlainRun(["--norc", "-c", script, program] + words, program: "/bin/bash", variables: variables)
    #expect(run.error.isEmpty)
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n")
  }

  @Test(
    arguments: [
      (["--change-mode", "f"], ["fade"]), (["--color", "=", "tr"], ["truecolor"]),
      (["--pixels", "="], ["auto", "kitty", "sixel", "iterm", "off"]),
      (["a.jpg", "--print-m"], ["--print-marked"]), (["--fps", ""], []), (["--", "--p"], []),
      (["--sort", "n"], ["name", "none"]), (["--dot-color", "bright-r"], ["bright-red"]),
    ] as [([String], [Substring])])
  func `bash completes options and their values`(words: [String], expected: [Substring]) throws {
    try expect(offers(words), equals: expected)
  }

  @Test func `bash completes pictures with all files, and folders with folders`() throws {
    let album = try Album(Album.red)
    try album.add("a b.png", Album.green)
    let path = album.path
    let files = [Substring("\(path)/1.png"), Substring("\(path)/a b.png")]
    try expect(offers(["\(path)/"]).sorted(), equals: files)
    try expect(offers(["--placeholder", "\(path)/"]).sorted(), equals: files)
    try expect(offers(["--", "\(path)/"]).sorted(), equals: files)
    try expect(offers(["--cache-dir", path]), equals: [Substring(path)])
    try expect(offers(["--cache-dir", "\(path)/"]), equals: [])
  }

  @Test(
    arguments: [
      (["s"], ["show", "subscribe"]), (["--socket", "left", "p"], ["previous", "pause"]),
      (["--socket", "=", "left", "q"], ["query", "quit"]), (["--at-once", "show", ""], []), (["--at"], ["--at-once"]),
      (["-s", "left", "next", ""], []),
    ] as [([String], [Substring])])
  func `bash completes the commands of tui-remote`(words: [String], expected: [Substring]) throws {
    try expect(offers(words, program: Build.path(of: "tui-remote"), name: "tui-remote"), equals: expected)
  }

  @Test func `bash completes files after add, and names of sockets after follow`() throws {
    let album = try Album(Album.red)
    try expect(
      offers(["add", "\(album.path)/"], program: Build.path(of: "tui-remote"), name: "tui-remote"),
      equals: [Substring("\(album.path)/1.png")])
    // A fake of the program that lists them. Names are not expanded.
    let folder = try Album()
    try folder.write(script: "#!/bin/sh\nprintf '%s\\n' left lower 'a$(touch expanded)' right\n", as: "tui-remote")
    let offered = try offers(
      ["follow", "right", "l"], program: Build.path(of: "tui-remote"), name: "tui-remote", path: folder.path)
    expect(offered, equals: ["left", "lower"])
    try expect(
      offers(["follow", "a"], program: Build.path(of: "tui-remote"), name: "tui-remote", path: folder.path),
      equals: ["a$(touch expanded)"])
  }

  @Test func `bash completes the options of tui-fetch`() throws {
    try expect(offers(["--max"], program: Build.tuiFetch, name: "tui-fetch"), equals: ["--max-bytes"])
  }
}
