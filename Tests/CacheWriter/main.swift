import Fetching
import Glibc

// Writes, revalidates, looks up and sweeps entries of a cache until it is killed: cache-writer FOLDER SEED.
//
// A body consists of its length, the last byte of its URL and a repeated version byte, so that a reader can verify that
// it is whole: see `CrashTests`. A dot is written to standard output when the first body is complete.

/// Marsaglia's xorshift64: a reproducible random number generator.
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let seed = UInt64(arguments[2]) else { exit(64) }
var limits = DiskCache.Limits()
limits.bytes = 400_000
let cache = DiskCache(folder: arguments[1], limits: limits)
var chance = Chance(state: seed | 1)
var now = 1_000_000.0
var hasWritten = false

while true {
  now += 20
  let url = "http://example.org/\(Int.random(in: 0..<5, using: &chance))"
  switch Int.random(in: 0..<10, using: &chance) {
  case 0: _ = cache.sweep(now: now)
  case 1: _ = cache.revalidate(url, head: ResponseHead(), requested: Int(now), received: Int(now), now: now)
  case 2: _ = cache.lookup(url, now: now)
  case 3: if Int.random(in: 0..<8, using: &chance) == 0 { _ = cache.clear() }
  default:
    let version = UInt8.random(in: .min ... .max, using: &chance)
    let size = Int.random(in: 8..<200_000, using: &chance)
    var bytes = [UInt8](repeating: version, count: size)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    bytes[4] = UInt8(url.utf8.last ?? 0)
    guard let body = try? cache.newBody(for: url) else { continue }
    for start in stride(from: 0, to: size, by: 16_384) {
      unsafe bytes[start..<min(start + 16_384, size)].withUnsafeBytes { unsafe try? body.append($0) }
    }
    let copy = try? cache.store(body, of: url, head: ResponseHead(), requested: Int(now), received: Int(now), now: now)
    if copy != nil, !hasWritten {
      hasWritten = true
      print(".", terminator: "")
      fflush(nil)
    }
  }
}
