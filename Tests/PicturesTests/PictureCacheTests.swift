import PictureTestSupport
import Pictures
import TestSupport
import Testing

/// Which pictures are kept, and which are evicted.
struct PictureCacheTests {
  /// Returns the cost of a picture with a number of pixels.
  private func cost(_ pixels: Int) -> Int { pixels * 8 + PictureCache.entryCost }

  @Test func `a cached picture is found only under its own key`() {
    var cache = PictureCache(limit: 1 << 20)
    let kept = picture()
    cache.insert(kept, for: key("a"))
    expect(cache.picture(for: key("a"))?.serial, equals: kept.serial)
    #expect(cache.picture(for: key("b")) == nil)
    #expect(cache.picture(for: key("a", shape(3, 2))) == nil)
  }

  @Test func `the least recently used picture is evicted first`() {
    var cache = PictureCache(limit: cost(100) * 3)
    for name in ["a", "b", "c"] { cache.insert(picture(pixels: 100), for: key(name)) }
    _ = cache.picture(for: key("a"))
    cache.insert(picture(pixels: 100), for: key("d"))
    expect(["a", "b", "c", "d"].map { cache.picture(for: key($0)) != nil }, equals: [true, false, true, true])
    expect(cache.cost, equals: cost(100) * 3)
  }

  @Test func `a large picture evicts many small ones`() {
    var cache = PictureCache(limit: cost(1000))
    for number in 0..<5 { cache.insert(picture(pixels: 10), for: key("\(number)")) }
    cache.insert(picture(pixels: 1000), for: key("large"))
    expect(cache.count, equals: 1)
    expect(cache.cost, equals: cost(1000))
  }

  @Test func `a picture larger than the limit is not cached and evicts no other picture`() {
    var cache = PictureCache(limit: cost(100))
    cache.insert(picture(pixels: 100), for: key("a"))
    cache.insert(picture(pixels: 101), for: key("b"))
    #expect(cache.picture(for: key("a")) != nil)
    #expect(cache.picture(for: key("b")) == nil)
    // But an older picture for the same key is out of date and is removed.
    cache.insert(picture(pixels: 101), for: key("a"))
    expect(cache.count, equals: 0)
    expect(cache.cost, equals: 0)
  }

  @Test func `inserting a key again replaces its picture and counts only the new cost`() {
    var cache = PictureCache(limit: 1 << 20)
    cache.insert(picture(pixels: 10), for: key("a"))
    let second = picture(pixels: 20)
    cache.insert(second, for: key("a"))
    expect(cache.picture(for: key("a"))?.serial, equals: second.serial)
    expect(cache.cost, equals: cost(20))
    cache.remove(key("a"))
    cache.remove(key("a"))
    expect(cache.cost, equals: 0)
  }

  @Test func `single-sample pictures count towards the limit, too`() {
    var cache = PictureCache(limit: 1 << 20)
    for number in 0..<3000 { cache.insert(picture(), for: key("\(number)")) }
    expect(cache.count, equals: (1 << 20) / cost(1))
  }

  @Test func `after the limit shrinks, the next insertion evicts, even if it is too large itself`() {
    var cache = PictureCache(limit: cost(100) * 4)
    for name in ["a", "b", "c", "d"] { cache.insert(picture(pixels: 100), for: key(name)) }
    cache.limit = cost(100) * 2
    cache.insert(picture(pixels: 1000), for: key("large"))
    expect(
      ["a", "b", "c", "d", "large"].map { cache.picture(for: key($0)) != nil },
      equals: [false, false, true, true, false])
  }

  @Test func `removeAll empties the cache`() {
    var cache = PictureCache(limit: 1 << 20)
    cache.insert(picture(), for: key("a"))
    cache.removeAll()
    expect(cache.count, equals: 0)
    expect(cache.cost, equals: 0)
    #expect(cache.picture(for: key("a")) == nil)
  }

  @Test func `a cache with a limit of 0 keeps nothing`() {
    var cache = PictureCache(limit: 0)
    cache.insert(picture(), for: key("a"))
    expect(cache.count, equals: 0)
  }
}
