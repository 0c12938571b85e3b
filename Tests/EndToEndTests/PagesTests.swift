import Foundation
import Glibc
import TestSupport
import Testing

/// Whether the programs that read PDFs are installed.
private let hasPoppler = ["pdftoppm", "pdfinfo"].allSatisfy { unsafe access("/usr/bin/\($0)", X_OK) == 0 }

@Suite("Pages of a PDF as slides", .enabled(if: hasPoppler, "needs pdftoppm and pdfinfo"))
struct PagesTests {
  @Test func `each page is a slide, with its number in the caption`() throws {
    let album = try Album()
    try album.write(TinyPDF.pages(Album.red, Album.green, Album.blue), as: "a.pdf")
    let session = try TerminalSession(
      ["--pages", "--caption", "%f, page %p (%n/%N)", "--interval", "0", album.path])
    for (page, color) in [Album.red, Album.green, Album.blue].enumerated() {
      try session.waitForPicture(color)
      try session.wait(for: "the caption") { session.screen.text.contains("a.pdf, page \(page + 1) (\(page + 1)/3)") }
      try session.type(TerminalSession.Key.right)
    }
    // The deck wraps around: the first page follows the last.
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `rereading a changed PDF keeps the current page`() throws {
    let album = try Album()
    try album.write(TinyPDF.pages(Album.red, Album.green), as: "b.pdf")
    let session = try TerminalSession(
      ["--pages", "--caption", "%f:%p of %n/%N", "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try album.add("a.png", Album.red)
    try album.write(TinyPDF.pages(Album.red, Album.blue, Album.red), as: "b.pdf")
    try session.type("r")
    try session.wait(for: "the new place") { session.screen.text.contains("b.pdf:2 of 3/4") }
    try session.waitForPicture(Album.blue)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `the click command receives the PDF's path and the page`() throws {
    let album = try Album()
    let file = try album.write(TinyPDF.pages(Album.red, Album.green), as: "a.pdf")
    let command = #"printf '%s\n' "$1" "page <$TUI_PAGE>" end > "$1.said""#
    let session = try TerminalSession(["--pages", "--on-click", command, "--interval", "0", "--start", "2", file])
    try session.waitForPicture(Album.green)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command's end") { album.text(of: "a.pdf.said")?.hasSuffix("end\n") == true }
    expect(album.text(of: "a.pdf.said"), equals: "\(file)\npage <2>\nend\n")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a page that cannot be drawn is named, and the others are printed`() throws {
    let album = try Album()
    try album.write(Array("%PDF-1.4\nnothing".utf8), as: "broken.pdf")
    try album.write(TinyPDF.pages(Album.red, Album.green), as: "good.pdf")
    let run = try PlainRun([
      "--pages", "--print", "--size", "4x2", "\(album.path)/broken.pdf", "\(album.path)/good.pdf",
    ])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(run.error.contains("broken.pdf, page 1: "))
    expect(run.output.count { $0 == 0x0A }, equals: 4)
  }
}
