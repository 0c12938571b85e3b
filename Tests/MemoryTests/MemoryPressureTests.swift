import Memory
import Testing

struct MemoryPressureTests {
  @Test func `memory pressure is high when programs stall at least 10 % of the time`() {
    let rest = "avg60=0.00 avg300=0.00 total=123\nfull avg10=99.00 avg60=0.00 avg300=0.00 total=5\n"
    #expect(!MemoryPressure.isHigh("some avg10=9.99 \(rest)"))
    #expect(MemoryPressure.isHigh("some avg10=10.00 \(rest)"))
    #expect(!MemoryPressure.isHigh(""))
    #expect(!MemoryPressure.isHigh("some avg10=lots"))
  }
}
