import ExternalDecoders
import PictureTestSupport
import System
import TestSupport
import Testing

/// Programs are searched for only on the search path.
struct ProgramFinderTests {
  @Test func `the first executable of a name is found`() throws {
    let (first, second) = (FakePrograms(), FakePrograms())
    try second.program("tool", "exit 0")
    first.folder.file("tool")
    let path = [first, second].map { String(decoding: $0.folder.path.bytes, as: UTF8.self) }.joined(separator: ":")
    expect(ProgramFinder(searchPath: path).path(of: "tool"), equals: second.folder("tool"))
  }

  @Test func `folders are not programs, and relative search paths are ignored`() throws {
    let fakes = FakePrograms()
    fakes.folder.folder("tool")
    expect(fakes.finder.path(of: "tool"), equals: nil)
    expect(ProgramFinder(searchPath: ".:bin::../bin").path(of: "sh"), equals: nil)
    expect(ProgramFinder(searchPath: "").path(of: "sh"), equals: nil)
    expect(ProgramFinder(searchPath: ":.:/bin").path(of: "sh"), equals: Path("/bin/sh"))
  }

  @Test func `each name is looked up once`() throws {
    let fakes = FakePrograms()
    let finder = fakes.finder
    expect(finder.path(of: "tool"), equals: nil)
    try fakes.program("tool", "exit 0")
    expect(finder.path(of: "tool"), equals: nil)
    expect(fakes.finder.path(of: "tool"), equals: fakes.folder("tool"))
  }

  @Test func `ImageMagick is found as magick or as convert`() throws {
    let fakes = FakePrograms()
    try fakes.program("convert", "exit 0")
    expect(fakes.finder.path(of: .magick), equals: fakes.folder("convert"))
    try fakes.program("magick", "exit 0")
    expect(fakes.finder.path(of: .magick), equals: fakes.folder("magick"))
  }
}
