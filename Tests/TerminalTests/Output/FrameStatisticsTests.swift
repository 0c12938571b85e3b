import Terminal
import TestSupport
import Testing

@Suite struct FrameStatisticsTests {
  @Test func `Percentiles are within 4 % of the exact values`() throws {
    var times = TimeDistribution()
    expect(times.percentile(0.5), equals: nil)
    for time in 1...1000 as ClosedRange<Int64> { times.add(nanoseconds: time * 1000) }
    let (median, high) = (try #require(times.percentile(0.5)), try #require(times.percentile(0.99)))
    #expect(abs(median / 500_000 - 1) < 0.04)
    #expect(abs(high / 990_000 - 1) < 0.04)
    expect(times.count, equals: 1000)
  }

  @Test func `Negative, zero and maximal times are recorded`() throws {
    var times = TimeDistribution()
    for time in [Int64.min, 0, 3, 15, 16, 31, 32, .max] { times.add(nanoseconds: time) }
    expect(times.percentile(0), equals: 0)
    expect(times.percentile(0.5), equals: 15)
    #expect(try #require(times.percentile(1)) > 9e18)
  }

  @Test func `The report lists only the times that were measured`() {
    var statistics = FrameStatistics()
    expect(statistics.report, equals: "frames    0, dropped 0, 0 bytes")
    statistics.frames = 2
    statistics.bytes = 345
    statistics.encode.add(nanoseconds: 15)
    expect(statistics.report, equals: "frames    2, dropped 0, 345 bytes\nencode    p50 0.00 ms, p99 0.00 ms")
  }

  @Test func `an implausible cell size is reported`() {
    var statistics = FrameStatistics()
    statistics.implausibleCell = CellPixels(width: 6, height: 33)
    expect(
      statistics.report,
      equals: "frames    0, dropped 0, 0 bytes\ncells     6x33 pixels reported, which is implausible; 1:2 is used")
  }

  @Test func `the report counts sent and refused pictures, and says why pixels are not used`() {
    var statistics = FrameStatistics()
    statistics.pixels = PixelStatistics()
    statistics.pixels?.refusals = 2
    #expect(statistics.report.hasSuffix("\npixels    0 pictures sent, 2 refused or lost, 0 bytes"))
    statistics.pixels?.isUnanswered = true
    #expect(statistics.report.hasSuffix("\npixels    0 pictures sent, 2 refused or lost, one not answered, 0 bytes"))
    statistics.check(CellPixels(width: 10, height: 20), in: CellSize(columns: 80, rows: 24), showsPixels: true)
    expect(statistics.unusableCell, equals: nil)
    statistics.check(CellPixels(width: 60_000, height: 60_000), in: CellSize(columns: 80, rows: 24), showsPixels: true)
    #expect(
      statistics.report.hasSuffix("\npixels    cells of 60000x60000 pixels reported; pictures are drawn in cells"))
  }

  @Test(arguments: [
    (6, 33, 0.5), (1, 5, 0.5), (8, 33, 0.5), (9, 8, 0.5), (256, 1, 0.5), (8, 32, 0.25), (8, 16, 0.5), (10, 20, 0.5),
    (9, 12, 0.75), (8, 8, 1),
  ])
  func `only cell aspect ratios from 1:4 to 1:1 are plausible`(width: Int, height: Int, aspect: Double) {
    let cell = CellPixels(width: width, height: height)
    expect(cell.aspect, equals: aspect)
    expect(cell.isPlausible, equals: (aspect == Double(width) / Double(height)))
  }
}
