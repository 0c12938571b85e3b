/// The slides on the pages around the current one, stored in place: a frame takes no memory of its own.
struct Slots: Equatable, Sendable {
  /// The slides from the first page on; −1 where there is none. A layout has at most 19 pages within reach.
  private var slides = SIMD32<Int>(repeating: -1)
  /// The number of pages on each side.
  private let reach: Int

  /// Creates the slots of page 0 and of the pages within `reach` on each side.
  init(reach: Int, _ slide: (Int) -> Int?) {
    self.reach = min(reach, 15)
    for page in -self.reach...self.reach { slides[page + self.reach] = slide(page) ?? -1 }
  }

  /// The slide on a page; nil if there is none, or if the page is out of reach.
  subscript(page page: Int) -> Int? {
    guard page >= -reach, page <= reach else { return nil }
    let slide = slides[page + reach]
    return slide >= 0 ? slide : nil
  }
}
