extension RandomAccessCollection where Index == Int {
  /// The first index at which a condition holds that holds for all later elements as well; `endIndex` if it never does.
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
