import Bitmaps
import Decks
import Imaging
import PictureTestSupport
import Pictures
import Synchronization
import System
import TestSupport
import Testing

/// One state for each picture, however many requests there are.
struct PictureStoreTests {
  private let script = StoreScript()
  private var loads: HeldLoads { script.loads }
  private var store: PictureStore { script.store }

  @Test func `a picture is loaded once and cached`() async {
    let waiter = script.ask()
    await loads.waitUntilHeld(1)
    let loaded = picture()
    loads.end(0, .success(loaded))
    await expect(serial(of: waiter.value), equals: loaded.serial)
    await expect(serial(of: store.picture(for: key("a"))), equals: loaded.serial)
    expect(loads.begun, equals: [key("a")])
  }

  @Test func `concurrent requests for one key share one load`() async {
    let waiters = (0..<10).map { _ in script.ask() }
    await script.waitForWaiters(10)
    await loads.waitUntilHeld(1)
    // The load fails, since failures are not cached: each waiter is answered by this load.
    loads.end(0, .failure(.file(.permissionDenied)))
    for waiter in waiters {
      guard case .failure(.file(.permissionDenied)) = await waiter.value else {
        Issue.record("not the load's answer")
        continue
      }
    }
    expect(loads.begun.count, equals: 1)
    expect(store.waiters(for: key("a")), equals: 0)
  }

  @Test func `each shape of a picture is loaded separately`() async {
    let waiters = [script.ask(key("a", shape(2, 2))), script.ask(key("a", shape(3, 2)))]
    await loads.waitUntilHeld(2)
    expect(Set(loads.begun), equals: [key("a", shape(2, 2)), key("a", shape(3, 2))])
    loads.end(0, .success(picture()))
    loads.end(1, .success(picture()))
    for waiter in waiters { #expect(await serial(of: waiter.value) != nil) }
  }

  @Test func `a failure is not cached`() async {
    let first = script.ask()
    await loads.waitUntilHeld(1)
    loads.end(0, .failure(.file(.noSuchFile)))
    _ = await first.value
    let second = script.ask()
    await loads.waitUntilHeld(1)
    let loaded = picture()
    loads.end(1, .success(loaded))
    await expect(serial(of: second.value), equals: loaded.serial)
  }

  @Test func `a load under way during removeAll reaches its waiters but is not cached`() async {
    let before = script.ask()
    await script.waitForWaiters(1)
    await loads.waitUntilHeld(1)
    store.removeAll()
    let after = script.ask()
    await loads.waitUntilHeld(2)
    let (old, new) = (picture(), picture())
    loads.end(1, .success(new))
    await expect(serial(of: after.value), equals: new.serial)
    loads.end(0, .success(old))
    await expect(serial(of: before.value), equals: old.serial)
    await expect(serial(of: store.picture(for: key("a"))), equals: new.serial)
  }

  @Test func `a cached picture is loaded again after removeAll`() async {
    let first = script.ask()
    await loads.waitUntilHeld(1)
    loads.end(0, .success(picture()))
    _ = await first.value
    store.removeAll()
    let second = script.ask()
    await loads.waitUntilHeld(1)
    loads.end(1, .success(picture()))
    #expect(await serial(of: second.value) != nil)
    expect(loads.begun.count, equals: 2)
  }

  @Test func `the store stays within its memory limit`() async {
    let store = PictureStore(memoryLimit: PictureCache.entryCost * 2 + 16) { _ in .success(picture()) }
    var serials: [UInt64?] = []
    for name in ["a", "b", "c"] { serials.append(await serial(of: store.picture(for: key(name)))) }
    await expect(serial(of: store.picture(for: key("c"))), equals: serials[2])
    await expect(serial(of: store.picture(for: key("b"))), equals: serials[1])
    #expect(await serial(of: store.picture(for: key("a"))) != serials[0])
  }

  @Test func `while memory is short, half as much is cached; the least recently used is evicted`() async {
    let isShort = Mutex(false)
    let limit = (PictureCache.entryCost + 8) * 4
    let store = PictureStore(memoryLimit: limit, isMemoryShort: { isShort.withLock { $0 } }) { _ in .success(picture())
    }
    var serials: [String: UInt64?] = [:]
    func show(_ names: String...) async {
      for name in names { serials[name] = await serial(of: store.picture(for: key(name))) }
    }
    /// Whether a shown picture is still cached rather than loaded again.
    func isKept(_ name: String) async -> Bool { await serial(of: store.picture(for: key(name))) == serials[name] }
    await show("a", "b", "c", "d")
    for name in ["a", "b", "c", "d"] { #expect(await isKept(name)) }
    isShort.withLock { $0 = true }
    await show("e")
    for name in ["d", "e"] { #expect(await isKept(name)) }
    expect(store.removeAll(), equals: limit / 2)
    // When memory is no longer short, the whole limit is used again.
    await show("a", "b", "c")
    isShort.withLock { $0 = false }
    await show("d", "e")
    expect(store.removeAll(), equals: limit)
  }

  @Test func `memory reserved elsewhere shrinks the cache until it is released`() async {
    let limit = (PictureCache.entryCost + 8) * 4
    let store = PictureStore(memoryLimit: limit) { _ in .success(picture()) }
    for name in ["a", "b", "c", "d"] { _ = await store.picture(for: key(name)) }
    store.reserve(limit / 2)
    expect(store.removeAll(), equals: limit / 2)
    store.reserve(limit + 1)
    _ = await store.picture(for: key("a"))
    expect(store.removeAll(), equals: 0)
    store.reserve(0)
    for name in ["a", "b", "c", "d"] { _ = await store.picture(for: key(name)) }
    expect(store.removeAll(), equals: limit)
  }

  @Test func `every request is answered, whichever others are cancelled`() async {
    let store = PictureStore { _ in
      for _ in 0..<5 { await Task.yield() }
      return .success(picture())
    }
    var dice = SplitMix64(seed: 11)
    let keys = (0..<5).map { key("\($0)") }
    let waiters = (0..<500).map { number in
      Task { [key = keys[number % 5]] in
        if number % 50 == 0 { store.removeAll() }
        return await store.picture(for: key)
      }
    }
    for waiter in waiters where Bool.random(using: &dice) { waiter.cancel() }
    for waiter in waiters {
      if case .failure(let error) = await waiter.value { #expect(error == .cancelled && waiter.isCancelled) }
    }
    for key in keys { expect(store.waiters(for: key), equals: 0) }
  }

  @Test func `files are loaded, and failures have a reason`() async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.png", Samples.png)
    let store = PictureStore(loader: PictureLoader())
    func ask(_ name: String) async -> Result<LoadedPicture, LoadError> {
      await store.picture(for: PictureKey(location: .file(folder(name)), shape: shape(2, 2)))
    }
    try await expect(ask("a.png").get().bitmap.pixels.first, equals: Samples.red)
    guard case .failure(.file(.noSuchFile)) = await ask("b.png") else {
      Issue.record("the reason was another")
      return
    }
  }

  @Test func `more files than threads are all loaded`() async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    for number in 0..<40 { folder.file("\(number).png", Samples.png) }
    let store = PictureStore(loader: PictureLoader())
    let waiters = (0..<40).map { number in
      Task { await store.picture(for: PictureKey(location: .file(folder("\(number).png")), shape: shape(2, 2))) }
    }
    for waiter in waiters { try await expect(waiter.value.get().naturalSize.width, equals: 2) }
  }
}
