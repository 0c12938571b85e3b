package import Testing

/// Expects two values to be equal: `#expect(actual == expected)` in a tenth of the time to compile. A failure shows both values.
///
/// - Parameter comment: describes the case, where a test checks many.
package func expect<Value: Equatable>(
  _ actual: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  at location: SourceLocation = #_sourceLocation
) {
  guard actual != expected else { return }
  let difference = "\(String(reflecting: actual)) is not \(String(reflecting: expected))"
  Issue.record(
    Comment(rawValue: [difference, comment()?.rawValue].compactMap(\.self).joined(separator: ": ")),
    sourceLocation: location)
}
