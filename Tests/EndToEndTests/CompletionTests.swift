import TestSupport
import Testing

@Suite("Completions in bash")
struct CompletionTests {
  /// Completes the last of some words in bash; returns what it offers. bash passes `--color=t` as three words.
  private func offers(_ words: [String], program: String = Build.tui, name: String = "tui") throws -> [Substring] {
    let script = """
      source <("$0" --generate-completion-script bash)
      compopt() { :; }
      COMP_WORDS=(\(name) "$@"); COMP_CWORD=$#
      _\(name.replacing("-", with: "_"))
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try PlainRun(["--norc", "-c", script, program] + words, program: "/bin/bash")
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

  @Test func `bash completes the options of tui-fetch`() throws {
    try expect(offers(["--max"], program: Build.tuiFetch, name: "tui-fetch"), equals: ["--max-bytes"])
  }
}
