import Decks
import TestSupport
import Testing

@testable import CarouselApp

/// The search for a name alone.
@Suite struct NameSearchTests {
  private let deck = Deck([
    .slides(["ant", "bat", "cat", "bee"].map { Slide(Location(argument: $0.utf8), caption: nil) })
  ])

  @Test func `letters narrow the matches, and deleting them widens these again`() {
    let search = NameSearch(for: "", from: 2, in: deck)
    #expect(search.matches.isEmpty && search.first == nil && search.deletingLetter(in: deck) == nil)
    let letter = search.appending("b", in: deck)
    expect(letter?.matches, equals: [1, 3])
    expect(letter?.first, equals: 3)
    let two = letter?.appending("a", in: deck)
    expect(two?.matches, equals: [1])
    expect(two?.first, equals: 1)
    expect(two?.deletingLetter(in: deck), equals: letter)
  }

  @Test func `a slash and an accent that are typed find what the text before does not`() {
    let deck = Deck([.slides(["frog/1.png", "frog/2.png", "ärger.png"].map { Slide(Location(argument: $0.utf8)) })])
    func matches(_ text: String) -> [Int]? {
      text.unicodeScalars.reduce(NameSearch(for: "", from: 0, in: deck) as NameSearch?) { search, scalar in
        search?.appending(Character(scalar), in: deck)
      }?.matches
    }
    expect(matches("frog"), equals: [])
    expect(matches("frog/2"), equals: [1])
    expect(matches("a\u{308}rger"), equals: [2])
  }

  @Test func `the next and the previous match wrap around`() {
    let search = NameSearch(for: "b", from: 0, in: deck)
    expect(search.next(after: 1), equals: 3)
    expect(search.next(after: 3), equals: 1)
    expect(search.previous(before: 3), equals: 1)
    expect(search.previous(before: 1), equals: 3)
  }

  @Test func `a name is at most 100 letters long`() {
    let search = NameSearch(for: String(repeating: "a", count: 100), from: 0, in: deck)
    expect(search.appending("a", in: deck), equals: nil)
  }

  @Test func `in slides that were read again, the search begins at the same slide`() {
    let search = NameSearch(for: "b", from: 2, in: deck)
    let more = Deck([
      .slides(["bug", "ant", "bat", "cat", "bee"].map { Slide(Location(argument: $0.utf8), caption: nil) })
    ])
    let reloaded = search.reloaded(from: deck, in: more)
    expect(reloaded.origin, equals: 3)
    expect(reloaded.matches, equals: [0, 2, 4])
    expect(reloaded.first, equals: 4)
  }
}
