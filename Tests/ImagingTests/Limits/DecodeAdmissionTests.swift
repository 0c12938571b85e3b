import Imaging
import TestSupport
import Testing

/// Which decodes may run, and which must wait.
struct DecodeAdmissionTests {
  private var admission = DecodeAdmission(limit: 100)

  private mutating func request(_ number: UInt64, _ bytes: Int) -> DecodeAdmission.Answer {
    admission.request(number, bytes: bytes)
  }

  @Test mutating func `a decode that fits runs at once; others wait`() {
    expect(request(1, 60), equals: .admitted)
    expect(request(2, 40), equals: .admitted)
    expect(request(3, 50), equals: .waiting)
    expect(admission.release(2), equals: [])
    expect(admission.release(1), equals: [3])
    expect(admission.reserved, equals: 50)
    expect(admission.release(3), equals: [])
    expect(admission.reserved, equals: 0)
  }

  @Test mutating func `a decode larger than the budget is refused; one of exactly the budget is not`() {
    expect(request(1, 101), equals: .refused)
    expect(request(2, .max), equals: .refused)
    expect(request(3, 100), equals: .admitted)
    expect(request(4, 0), equals: .admitted)
    expect(request(5, -7), equals: .admitted)
    expect(admission.waitingCount, equals: 0)
  }

  @Test mutating func `waiting decodes run in order of arrival`() {
    _ = request(1, 100)
    for number: UInt64 in 2...5 { expect(request(number, 50), equals: .waiting) }
    expect(admission.release(1), equals: [2, 3])
    expect(admission.release(3), equals: [4])
    expect(admission.release(2), equals: [5])
  }

  @Test mutating func `at most eight small decodes overtake a large one`() {
    _ = request(1, 60)
    expect(request(2, 90), equals: .waiting)
    for number: UInt64 in 3..<11 {
      expect(request(number, 10), equals: .admitted)
      expect(admission.release(number), equals: [])
    }
    expect(request(11, 10), equals: .waiting)
    expect(request(12, 1), equals: .waiting)
    expect(admission.release(1), equals: [2, 11])
    expect(admission.release(2), equals: [12])
  }

  @Test mutating func `a cancelled waiting decode leaves the queue`() {
    _ = request(1, 60)
    _ = request(2, 90)
    for number: UInt64 in 3..<12 { _ = request(number, 4) }
    expect(admission.waitingCount, equals: 2)
    expect(admission.release(2), equals: [11])
    expect(admission.waitingCount, equals: 0)
  }

  @Test mutating func `a running decode is granted more memory at once or not at all`() {
    _ = request(1, 60)
    _ = request(2, 30)
    expect(admission.resize(1, to: 71).isDone, equals: false)
    expect(admission.reserved, equals: 90)
    #expect(admission.resize(1, to: 70).isDone)
    expect(request(3, 50), equals: .waiting)
    expect(admission.resize(1, to: 20).released, equals: [3])
    expect(admission.reserved, equals: 100)
    expect(admission.resize(9, to: 1).isDone, equals: false)
    expect(admission.release(9), equals: [])
  }

  @Test(arguments: 0..<50)
  func `at most the budget is reserved at a time, and every request gets a turn`(seed: UInt64) {
    var admission = DecodeAdmission(limit: 1_000)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var (running, waiting): ([UInt64: Int], [UInt64: Int]) = ([:], [:])
    func start(_ numbers: [UInt64]) {
      for number in numbers { running[number] = waiting.removeValue(forKey: number) }
    }
    for number: UInt64 in 1...400 {
      let bytes = next(1_200)
      switch admission.request(number, bytes: bytes) {
      case .admitted: running[number] = bytes
      case .waiting: waiting[number] = bytes
      case .refused: #expect(bytes > 1_000)
      }
      if next(2) == 0, let (ended, _) = running.min(by: { $0.key < $1.key }) {
        running[ended] = nil
        start(admission.release(ended))
      }
      expect(running.values.reduce(0, +), equals: admission.reserved)
      #expect(admission.reserved <= 1_000)
    }
    while let (ended, _) = running.first {
      running[ended] = nil
      start(admission.release(ended))
    }
    #expect(waiting.isEmpty)
    expect(admission.waitingCount, equals: 0)
    expect(admission.reserved, equals: 0)
  }
}
