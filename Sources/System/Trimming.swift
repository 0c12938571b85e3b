extension BidirectionalCollection {
  /// The rest without the elements at both ends that fulfil a condition.
  package func trimming(while isLeftOut: (Element) -> Bool) -> SubSequence {
    var rest = drop(while: isLeftOut)
    while let last = rest.last, isLeftOut(last) { rest.removeLast() }
    return rest
  }
}
