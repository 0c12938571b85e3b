/// Returns the first of `count` indices for which a condition holds that holds for all later ones; the count if there is
/// none.
///
/// - Complexity: O(log n) calls for a count of n.
package func firstIndex(of count: Int, where holds: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = low + (high - low) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
