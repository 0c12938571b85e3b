/// The slides on the pages around the current one.
struct Slots: Equatable, Sendable {
  let track: Track
  /// The number of pages on each side.
  let reach: Int

  /// The slide on a page; nil if there is none, or if the page is out of reach.
  subscript(page page: Int) -> Int? { page.magnitude <= reach.magnitude ? track.slide(at: page) : nil }

  static func == (left: Slots, right: Slots) -> Bool {
    left.reach == right.reach && (-left.reach...left.reach).allSatisfy { left[page: $0] == right[page: $0] }
  }
}
