import Testing

/// The entry point of the test bundle, which SwiftPM takes instead of one that it generates from an index of all tests. There are no tests of
/// XCTest, so no index is needed, which takes a twentieth of the time to build the tests.
@main struct TestRunner {
  static func main() async {
    // `swift test` runs the bundle twice, first for XCTest.
    guard CommandLine.arguments.contains("swift-testing") else { return }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
