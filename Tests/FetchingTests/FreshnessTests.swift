@testable import Fetching
import TestSupport
import Testing

/// The rules of RFC 9111. Responses arrive at 1,000,000 s and were requested two seconds earlier.
struct FreshnessTests {
  static let day = 24 * 3_600

  /// Returns how many seconds a response stays fresh after its arrival; negative if it arrived stale.
  func life(_ cacheControl: String? = nil, _ configure: (inout ResponseHead) -> Void = { _ in }) -> Int {
    var head = ResponseHead()
    head.cacheControl = cacheControl
    head.date = 1_000_000
    configure(&head)
    return Freshness.end(of: head, requested: 999_998, received: 1_000_000) - 1_000_000
  }

  @Test func `max-age is reduced by the largest of Age, time since Date and response delay`() {
    expect(life("max-age=100"), equals: 98)
    expect(life("public, MAX-AGE = 100 , immutable"), equals: 98)
    expect(life("max-age=\"100\""), equals: 98)
    expect(life("max-age=100") { $0.age = 50 }, equals: 48)
    expect(life("max-age=100") { $0.date = 999_900 }, equals: 0)
    expect(life("max-age=100") { $0.date = 1_000_500 }, equals: 98)
    expect(life("max-age=100") { $0.date = nil }, equals: 98)
  }

  @Test func `max-age overrides Expires, and Expires overrides the heuristic`() {
    expect(life("max-age=100") { $0.expires = .at(1_009_000) }, equals: 98)
    expect(
      life {
        $0.expires = .at(1_009_000); $0.lastModifiedTime = 0
      }, equals: 8_998)
    #expect(
      life {
        $0.expires = .at(900_000); $0.lastModifiedTime = 0
      } < 0)
    #expect(
      life {
        $0.expires = .unreadable; $0.lastModifiedTime = 0
      } < 0)
    #expect(life("s-maxage=500") < 0)
  }

  @Test func `heuristic freshness is a tenth of the age, at most a day, and needs Last-Modified`() {
    expect(life { $0.lastModifiedTime = 1_000_000 - 5_000 }, equals: 498)
    expect(life { $0.lastModifiedTime = 0 }, equals: Self.day - 2)
    #expect(life { $0.lastModifiedTime = 2_000_000 } < 0)
    #expect(life() < 0)
  }

  @Test func `responses with no-cache, no-store or Vary * are never fresh`() {
    #expect(life("no-cache, max-age=100") < 0)
    #expect(life("max-age=100, no-cache=\"set-cookie, a\"") < 0)
    #expect(life("no-store, max-age=100") < 0)
    #expect(life("max-age=100") { $0.vary = "accept, *" } < 0)
    expect(life("max-age=100") { $0.vary = "accept, user-agent" }, equals: 98)
    expect(life("private, must-revalidate, max-age=100"), equals: 98)
  }

  @Test func `ambiguous headers make a response stale, and extreme numbers do not overflow`() {
    for doubtful in [
      "max-age", "max-age=", "max-age=abc", "max-age=-5", "max-age=1.5", "max-age=9, max-age=0", "max-age=１",
    ] {
      #expect(life(doubtful) < 0, "\(doubtful)")
    }
    expect(life("max-age=99999999999999999999999"), equals: (1 << 31) - 2)
    expect(life("ext=\"max-age=100, no-cache\", max-age=10"), equals: 8)
    expect(life("ext=\"\\\", no-cache\", max-age=10"), equals: 8)
    _ = life {
      $0.expires = .at(.max); $0.date = .min; $0.age = .max
    }
    _ = life {
      $0.expires = .at(.min); $0.date = .max
    }
    _ = life { $0.lastModifiedTime = .min }
    for text in [",,,=,=\"", "\"", "\\", "=====", String(repeating: ",", count: 10_000)] { #expect(life(text) < 0) }
  }

  @Test func `only no-store forbids keeping a response`() {
    var head = ResponseHead()
    #expect(head.mayBeKept)
    head.cacheControl = "no-cache, must-revalidate, max-age=0"
    #expect(head.mayBeKept)
    head.cacheControl = "private, No-Store"
    #expect(!head.mayBeKept)
  }

  @Test func `a 304 updates the fields that it contains and keeps the rest`() {
    var head = ResponseHead()
    (head.eTag, head.lastModified, head.lastModifiedTime) = ("\"1\"", "then", 5)
    (head.cacheControl, head.contentType, head.date, head.age) = ("max-age=10", "image/png", 100, 7)
    var newer = ResponseHead()
    newer.date = 200
    let same = head.updated(by: newer)
    expect(same.eTag, equals: "\"1\"")
    expect(same.lastModifiedTime, equals: 5)
    expect(same.cacheControl, equals: "max-age=10")
    expect(same.date, equals: 200)
    expect(same.age, equals: 0)
    newer.cacheControl = "max-age=99"
    newer.eTag = "\"2\""
    expect(head.updated(by: newer).cacheControl, equals: "max-age=99")
    expect(head.updated(by: newer).eTag, equals: "\"2\"")
  }

  /// Returns how many seconds a response with `max-age=1000` stays fresh behind redirects.
  private func lifeBehind(_ redirects: (status: Int, cacheControl: String?)...) -> Int {
    life("max-age=1000") { head in
      for (status, cacheControl) in redirects {
        var redirect = ResponseHead()
        (redirect.cacheControl, redirect.date) = (cacheControl, 1_000_000)
        head.redirects = .init(
          after: head.redirects, redirect, status: status, requested: 999_998, received: 1_000_000)
      }
    }
  }

  @Test func `a response is as fresh as the weakest of the redirects to it`() {
    expect(lifeBehind((302, "max-age=100")), equals: 98)
    expect(lifeBehind((301, "max-age=500"), (302, "max-age=100")), equals: 98)
    expect(lifeBehind((302, "max-age=100"), (301, "max-age=500")), equals: 98)
    expect(lifeBehind((302, "max-age=5000")), equals: 998)
    // Only permanent redirects are fresh without a lifetime.
    expect(lifeBehind((301, nil), (308, nil)), equals: 998)
    for status in [302, 303, 307] { #expect(lifeBehind((status, nil)) < 0) }
    #expect(lifeBehind((301, "no-cache")) < 0)
    #expect(lifeBehind((308, nil), (302, nil)) < 0)
  }
}
