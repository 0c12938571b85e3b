import ExternalDecoders
import PictureTestSupport
import System
import TestSupport
import Testing

/// Programs are searched for only on the search path.
struct ProgramFinderTests {
  @Test func `the first executable of a name is found`() throws {
    let (first, second) = (StandIns(), StandIns())
    try second.program("tool", "exit 0")
    first.folder.file("tool")
    let path = [first, second].map { String(decoding: $0.folder.path.bytes, as: UTF8.self) }.joined(separator: ":")
    expect(ProgramFinder(searchPath: path).path(of: "tool"), equals: second.folder("tool"))
  }

  @Test func `folders are not programs, and relative search paths are ignored`() throws {
    let standIns = StandIns()
    standIns.folder.folder("tool")
    expect(standIns.finder.path(of: "tool"), equals: nil)
    expect(ProgramFinder(searchPath: ".:bin::../bin").path(of: "sh"), equals: nil)
    expect(ProgramFinder(searchPath: "").path(of: "sh"), equals: nil)
    expect(ProgramFinder(searchPath: ":.:/bin").path(of: "sh"), equals: Path("/bin/sh"))
  }

  @Test func `each name is looked up once`() throws {
    let standIns = StandIns()
    let finder = standIns.finder
    expect(finder.path(of: "tool"), equals: nil)
    try standIns.program("tool", "exit 0")
    expect(finder.path(of: "tool"), equals: nil)
    expect(standIns.finder.path(of: "tool"), equals: standIns.folder("tool"))
  }

  @Test func `ImageMagick is found as magick or as convert`() throws {
    let standIns = StandIns()
    try standIns.program("convert", "exit 0")
    expect(standIns.finder.path(of: .magick), equals: standIns.folder("convert"))
    try standIns.program("magick", "exit 0")
    expect(standIns.finder.path(of: .magick), equals: standIns.folder("magick"))
  }
}
