@testable import Memory
import TestSupport
import Testing

/// The default memory budget for decoding.
struct MachineMemoryTests {
  @Test func `the decode budget is a quarter of the machine's memory, from 128 MB to 1 GB`() {
    expect(MachineMemory.decodeBudget(of: 2 << 30), equals: 512 << 20)
    expect(MachineMemory.decodeBudget(of: 64 << 30), equals: 1 << 30)
    expect(MachineMemory.decodeBudget(of: 256 << 20), equals: 128 << 20)
    #expect((128 << 20...1 << 30).contains(MachineMemory.decodeBudget))
  }

  private func limit(_ files: [String: String]) -> Int? {
    MachineMemory.controlGroupLimit { path in files[String(decoding: path, as: UTF8.self)].map { Array($0.utf8) } }
  }

  @Test func `memory limits of the control group and of its parents apply`() {
    let own = "/proc/self/cgroup"
    expect(limit([:]), equals: nil)
    expect(limit([own: "0::/\n", "/sys/fs/cgroup/memory.max": "max\n"]), equals: nil)
    expect(limit([own: "0::/\n", "/sys/fs/cgroup/memory.max": "536870912\n"]), equals: 536_870_912)
    expect(
      limit([
        own: "0::/a/b\n", "/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "1000000\n",
      ]), equals: 1_000_000)
    expect(
      limit([
        own: "12:pids:/x\n4:cpu,memory:/docker/7\n0::/\n",
        "/sys/fs/cgroup/memory/docker/7/memory.limit_in_bytes": "2000000\n",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      ]), equals: 2_000_000)
    expect(limit([own: "nonsense\n0::/../..\n", "/sys/fs/cgroup/memory.max": "-\n"]), equals: nil)
    expect(limit([own: "0::/../a", "/sys/fs/cgroup/a/memory.max": "7"]), equals: 7)
    for number in ["", "\n", "9223372036854775808\n", "92233720368547758070\n", "12 \n"] {
      expect(limit([own: "0::/\n", "/sys/fs/cgroup/memory.max": number]), equals: nil)
    }
  }
}
