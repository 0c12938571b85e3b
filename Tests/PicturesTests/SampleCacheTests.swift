import Bitmaps
import Decks
import Dispatch
import Imaging
import PictureTestSupport
@testable import Pictures
import Synchronization
import System
import TestSupport
import Testing

/// The samples of the picture in the viewer are decoded once for all its parts.
final class SampleCacheTests {
  private let folder = TemporaryFolder()
  private let budget = DecodeBudget(limit: 256 << 20)
  /// The machine that runs the tests may be short of memory.
  private let samples = SampleCache { false }
  private let name = "picture"

  deinit { folder.remove() }

  private var location: Location { .file(folder(name)) }

  private func key(_ region: ScaledRegion?) -> PictureKey {
    var shape = shape(5, 4)
    shape.region = region
    return PictureKey(location: location, shape: shape)
  }

  /// A loader for a picture's file in the folder.
  private func loader(_ bytes: [UInt8], budget: DecodeBudget? = nil, samples: SampleCache? = nil) -> PictureLoader {
    folder.file(name, bytes)
    return PictureLoader(budget: budget ?? self.budget, samples: samples ?? self.samples)
  }

  private func region(
    _ bytes: [UInt8], _ column: Int = 0, _ row: Int = 0, percent: Int = 100
  ) throws -> ScaledRegion {
    try #require(DetailedPictures.region(try EncodedImage(bytes).size, column, row, percent: percent))
  }

  // MARK: The next part

  @Test(arguments: DetailedPictures.names)
  func `the next part of the picture in the viewer is shown without reading its file`(name: String) throws {
    let bytes = try DetailedPictures.bytes(name)
    let loader = loader(bytes)
    let (first, second) = (try region(bytes), try region(bytes, 30, 20))
    let expected = try loader.load(key(second))
    samples.keep(only: location)
    _ = try loader.load(key(first))
    try folder.spoil(self.name, count: bytes.count)
    let picture = try loader.load(key(second))
    expect(picture.bitmap, equals: expected.bitmap)
    expect(picture.naturalSize, equals: expected.naturalSize)
    expect(picture.grid, equals: expected.grid)
    expect(picture.format, equals: expected.format)
    expect(picture.byteCount, equals: bytes.count)
    expect(picture.modificationTime, equals: expected.modificationTime)
    expect(picture.metadata, equals: expected.metadata)
  }

  @Test(arguments: DetailedPictures.names)
  func `nothing is kept of a picture that is not in the viewer`(name: String) throws {
    let bytes = try DetailedPictures.bytes(name)
    let loader = loader(bytes)
    samples.keep(only: .file(folder("another")))
    _ = try loader.load(key(region(bytes)))
    expect(samples.byteCount, equals: 0)
    expect(budget.reservedBytes, equals: 0)
    try folder.spoil(self.name, count: bytes.count)
    #expect(throws: LoadError.self) { try loader.load(key(try region(bytes, 30, 20))) }
  }

  @Test(arguments: DetailedPictures.names)
  func `a part of a file that has changed is decoded again`(name: String) throws {
    let bytes = try DetailedPictures.bytes(name)
    let other = try DetailedPictures.bytes(try #require(DetailedPictures.names.first { $0 != name }))
    let loader = loader(bytes)
    samples.keep(only: location)
    _ = try loader.load(key(region(bytes)))
    folder.file(self.name, other)
    let expected = try PictureLoader().load(key(region(other, 30, 20)))
    let picture = try loader.load(key(region(other, 30, 20)))
    expect(picture.bitmap, equals: expected.bitmap)
    expect(picture.format, equals: expected.format)
    // Those of the first version are gone.
    expect(budget.reservedBytes, equals: samples.byteCount)
  }

  @Test func `two scales are kept, for cells and for pixels`() throws {
    let bytes = try DetailedPictures.bytes("jpeg-444-progressive.jpg")
    let loader = loader(bytes)
    samples.keep(only: location)
    for percent in [100, 40, 25] { _ = try loader.load(key(region(bytes, percent: percent))) }
    try folder.spoil(name, count: bytes.count)
    for percent in [40, 25] {
      #expect(throws: Never.self) { try loader.load(key(region(bytes, 1, 1, percent: percent))) }
    }
    #expect(throws: LoadError.self) { try loader.load(key(region(bytes, 1, 1))) }
  }

  // MARK: Freeing

  @Test func `samples take no more memory than their own, until the viewer shows another slide or closes`() throws {
    for next in [Location.file(folder("another")), nil] {
      let bytes = try DetailedPictures.bytes("png-rgba-interlaced.png")
      let loader = loader(bytes)
      samples.keep(only: location)
      let picture = try loader.load(key(region(bytes)))
      expect(samples.byteCount, equals: picture.naturalSize.width * picture.naturalSize.height * 4)
      expect(budget.reservedBytes, equals: samples.byteCount)
      samples.keep(only: location)
      #expect(samples.byteCount > 0)
      samples.keep(only: next)
      expect(samples.byteCount, equals: 0)
      expect(budget.reservedBytes, equals: 0)
    }
  }

  @Test func `clearing the caches frees the samples, and counts them`() throws {
    let bytes = try DetailedPictures.bytes("png-rgba-interlaced.png")
    let loader = loader(bytes)
    let store = PictureStore(loader: loader)
    samples.keep(only: location)
    _ = try loader.load(key(region(bytes)))
    let byteCount = samples.byteCount
    expect(store.removeAll(), equals: byteCount)
    expect(samples.byteCount, equals: 0)
  }

  @Test func `nothing is kept while the system is short of memory`() throws {
    let isShort = Mutex(false)
    let samples = SampleCache { isShort.withLock { $0 } }
    let bytes = try DetailedPictures.bytes("png-rgba-interlaced.png")
    let loader = loader(bytes, samples: samples)
    samples.keep(only: location)
    _ = try loader.load(key(region(bytes)))
    #expect(samples.byteCount > 0)
    isShort.withLock { $0 = true }
    _ = try loader.load(key(nil))
    expect(samples.byteCount, equals: 0)
    _ = try loader.load(key(region(bytes)))
    expect(samples.byteCount, equals: 0)
    expect(budget.reservedBytes, equals: 0)
  }

  // MARK: The budget

  @Test func `a decode that needs the whole budget gets it`() throws {
    let bytes = try DetailedPictures.bytes("png-rgba-interlaced.png")
    let loader = loader(bytes)
    samples.keep(only: location)
    _ = try loader.load(key(region(bytes)))
    #expect(samples.byteCount > 0)
    // It would wait forever otherwise.
    let all = try budget.reserve(budget.limit)
    expect(samples.byteCount, equals: 0)
    expect(budget.reservedBytes, equals: all.bytes)
  }

  @Test func `requests that do not wait get the memory of samples, too`() throws {
    let bytes = try DetailedPictures.bytes("png-rgba-interlaced.png")
    let loader = loader(bytes)
    samples.keep(only: location)
    _ = try loader.load(key(region(bytes)))
    var all = try #require(budget.reserveNow(budget.limit))
    expect(samples.byteCount, equals: 0)
    #expect(all.resize(to: 1))
    _ = try loader.load(key(region(bytes)))
    #expect(samples.byteCount > 0)
    #expect(all.resize(to: budget.limit))
    expect(samples.byteCount, equals: 0)
    all = try budget.reserve(0)
  }

  @Test func `without memory for all samples, each part is decoded from the file`() throws {
    let bytes = DetailedPictures.plain(side: 2000)
    let image = try EncodedImage(bytes)
    let region = try region(bytes, 30, 20)
    let needed = image.heldBytes + image.decodingBytes(of: region)
    for (limit, isKept) in [(needed, false), (needed + 16 << 20, true)] {
      let loader = loader(bytes, budget: DecodeBudget(limit: limit))
      samples.keep(only: location)
      try expect(loader.load(key(region)).bitmap.size, equals: PixelSize(width: 5, height: 4))
      expect(samples.byteCount > 0, equals: isKept)
    }
  }

  @Test func `memory that a request waits for already is not kept`() throws {
    let budget = DecodeBudget(limit: 100)
    let reservation = try budget.reserve(60)
    let isAdmitted = Mutex(false)
    let thread = DispatchQueue(label: "waiting")
    thread.async {
      let all = try? budget.reserve(100)
      isAdmitted.withLock { $0 = all != nil }
    }
    #expect(waitUntil { budget.waitingCount == 1 })
    let isReclaimed = Mutex(false)
    reservation.setReclaimer { isReclaimed.withLock { $0 = true } }
    #expect(isReclaimed.withLock { $0 })
    #expect(!isAdmitted.withLock { $0 })
    #expect(reservation.resize(to: 0))
    thread.sync {}
    #expect(isAdmitted.withLock { $0 })
  }

  @Test func `memory is reclaimed once`() throws {
    let budget = DecodeBudget(limit: 100)
    let reservation = try budget.reserve(60)
    let count = Mutex(0)
    reservation.setReclaimer { count.withLock { $0 += 1 } }
    #expect(budget.reserveNow(50) == nil)
    #expect(budget.reserveNow(50) == nil)
    expect(count.withLock { $0 }, equals: 1)
    #expect(budget.reserveNow(40) != nil)
  }
}
