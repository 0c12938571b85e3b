import Bitmaps
import Decks
import Decoding
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// `--sort` on real files.
final class SlideSortTests {
  private let folder = TemporaryFolder()
  private let names: NameList

  init() {
    folder.file("b10.png", [1, 2, 3], modified: 1000)
    folder.file("b2.png", [1], modified: 3000)
    folder.file("a.png", [1, 2, 3], modified: 2000)
    names = list(["b10.png", "gone10.png", "a.png", "gone2.png", "b2.png"])
  }

  deinit { folder.remove() }

  @Test func `sorting by name uses the natural order`() {
    expect(
      SlideSort.name.sorted(names, in: folder.path, decoder: InProcessDecoder()).texts,
      equals: [
        "a.png", "b2.png", "b10.png", "gone2.png", "gone10.png",
      ])
  }

  @Test func `sorting by time puts the newest files first and missing files last`() {
    expect(
      SlideSort.time.sorted(names, in: folder.path, decoder: InProcessDecoder()).texts,
      equals: [
        "b2.png", "a.png", "b10.png", "gone2.png", "gone10.png",
      ])
  }

  @Test func `sorting by size puts the largest first; equal sizes are sorted by name`() {
    expect(
      SlideSort.size.sorted(names, in: folder.path, decoder: InProcessDecoder()).texts,
      equals: [
        "a.png", "b10.png", "b2.png", "gone2.png", "gone10.png",
      ])
  }

  @Test func `thousands of files are sorted by size, whichever thread read their sizes`() {
    // Files of the sizes 0…99, each in 90 folders, which are links to one; the largest come first, and equal sizes by name.
    folder.folder("album")
    for size in 0..<100 { folder.file("album/\(size).png", Array(repeating: 0, count: size)) }
    for number in 0..<90 { folder.link("\(number)", to: "album") }
    let expected = (0..<100).reversed().flatMap { size in (0..<90).map { "\($0)/\(size).png" } }
    let names = list((0..<90).reversed().flatMap { number in (0..<100).map { "\(number)/\($0).png" } })
    expect(SlideSort.size.sorted(names, in: folder.path, decoder: InProcessDecoder()).texts, equals: expected)
  }

  @Test(arguments: SlideSort.allCases) func `the first name is told before the others are sorted, if it is asked for`(
    sort: SlideSort
  ) {
    var first: [String] = []
    let sorted = sort.sorted(names, in: folder.path, decoder: InProcessDecoder(), findsFirst: true) {
      first.append(String(decoding: $0, as: UTF8.self))
    }
    expect(first, equals: Array(sorted.texts.prefix(1)))
    _ = sort.sorted(names, in: folder.path, decoder: InProcessDecoder()) { _ in first = [] }
    expect(first.count, equals: 1)
    _ = sort.sorted(NameList(), in: folder.path, decoder: InProcessDecoder(), findsFirst: true) { _ in first = [] }
    expect(first.count, equals: 1)
  }

  /// The beginning of a JPEG that a camera took on a day in 2001, at noon.
  private func photograph(takenOn day: String) -> [UInt8] {
    let date = Array("2001:09:\(day) 12:00:00\0".utf8)
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x32, 0, 2, 0, 0, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0] + date
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + [0xFF, 0xD9]
  }

  @Test func `sorting by the time taken goes by the camera's date, or else by the file's`() {
    // The file's time is 2001-09-09, about the end of the first billion seconds.
    folder.file("d8.jpg", photograph(takenOn: "08"), modified: 1_500_000_000)
    folder.file("d10.jpg", photograph(takenOn: "12"), modified: 1000)
    folder.file("plain.png", [1], modified: 1_000_000_000)
    let names = list(["b10.png", "d8.jpg", "gone.png", "d10.jpg", "plain.png"])
    expect(
      SlideSort.taken.sorted(names, in: folder.path, decoder: InProcessDecoder()).texts,
      equals: [
        "d10.jpg", "plain.png", "d8.jpg", "b10.png", "gone.png",
      ])
  }

  @Test func `the decoder reads when pictures were taken, so that it may be in another process`() {
    folder.file("d8.jpg", photograph(takenOn: "08"), modified: 2000)
    folder.file("d10.jpg", photograph(takenOn: "10"), modified: 1000)
    let names = list(["d8.jpg", "d10.jpg"])
    let decoder = MetadataStub(dates: [UInt8(ascii: "8"): "2026-03-14", UInt8(ascii: "0"): "1999-12-31"])
    expect(SlideSort.taken.sorted(names, in: folder.path, decoder: decoder).texts, equals: ["d8.jpg", "d10.jpg"])
    #expect(
      SlideSort.taken.sorted(names, in: folder.path, decoder: InProcessDecoder()).texts == ["d10.jpg", "d8.jpg"])
  }

  @Test func `unsorted names keep their order`() {
    expect(SlideSort.none.sorted(names, in: folder.path, decoder: InProcessDecoder()), equals: names)
  }
}

/// A decoder that knows only dates, by the last digit of the day in the file.
private struct MetadataStub: StubDecoding {
  let dates: [UInt8: String]

  func metadata(of file: RegularFile) -> ImageMetadata {
    // The date ends with the day, a blank, the time and a zero; two bytes end the JPEG.
    let day = file.bytes(at: file.count - 13, count: 1).first
    return ImageMetadata(date: day.flatMap { dates[$0] })
  }
}
