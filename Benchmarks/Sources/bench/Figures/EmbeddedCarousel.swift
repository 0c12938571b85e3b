/// Measures a whole turn of `Carousel`: an event, the frame with its layers, the demand and the next wake.
enum EmbeddedCarousel {
  /// Adds the time and the allocations of a turn for each number of slides, and the bytes of the machine.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    guard let text = try PipeRun.output(of: workbench.microBench, ["carousel"]) else {
      report.skip("a turn of a carousel", because: "micro-bench did not run")
      return
    }
    for line in text.split(separator: "\n") {
      let row = line.split(separator: "\t").compactMap { Double($0) }
      guard row.count == 5 else { continue }
      let slides = "\(Int(row[0])) slides"
      report.add(
        name: "a turn of a carousel of \(slides)", details: "the fastest of 200 rounds", value: row[1] * 1e6,
        unit: " µs", bound: .atMost(4.8))
      report.add(
        name: "the most allocations of such a turn, \(slides)", details: "\(rounded(row[2])) on average",
        value: row[3], bound: .atMost(4))
      report.add(
        name: "a carousel of \(slides) in memory", details: "without memory of its own", value: row[4],
        unit: " bytes", bound: .atMost(729))
    }
  }
}
