import Dispatch
import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// Programs are run without a shell, inherit nothing from tui, and are ended when necessary.
struct ProgramRunTests {
  private func text(_ invocation: ProgramInvocation, _ input: [UInt8]? = nil) throws -> String {
    let run = try ProgramRun(invocation, input: try input.map { bytes throws(FileError) in try ProgramInput(bytes) })
    return String(decoding: try run.readAll(), as: UTF8.self)
  }

  @Test func `a program's complete output and exit status are returned`() throws {
    let run = try ProgramRun(shell("echo one; echo two; exit 3"))
    try expect(run.readAll(), equals: Array("one\ntwo\n".utf8))
    try expect(run.finish(), equals: .exited(3))
  }

  @Test func `output larger than the pipe is read completely`() throws {
    let run = try ProgramRun(shell("head -c 5000000 /dev/zero"))
    try expect(run.readAll().count, equals: 5_000_000)
    try expect(run.finish(), equals: .exited(0))
  }

  @Test func `the signal that ended a program is reported`() throws {
    let run = try ProgramRun(shell("kill -9 $$"))
    #expect(try run.readAll().isEmpty)
    try expect(run.finish(), equals: .signaled(SIGKILL))
  }

  @Test func `a missing program is reported as not started`() {
    #expect(throws: ProgramFailure.notStarted(ENOENT)) {
      try ProgramRun(ProgramInvocation(Path("/nowhere/program"), []))
    }
  }

  @Test func `arguments with special characters are passed unchanged`() throws {
    let odd = ["a b", "-x", "$(id)", "`id`", "a\nb", "*", "'", "\"", "\\", ";", "ü"]
    let told = try text(shell(#"for a; do printf '%s\0' "$a"; done"#, odd))
    expect(told.split(separator: "\0").map(String.init), equals: odd)
  }

  @Test func `a program gets a minimal environment, the root folder and three descriptors`() throws {
    let told = try text(
      shell(
        """
        pwd; for n in 0 1 2 3 4 5 6 7 8 9 10 11 12; do [ -e /proc/$$/fd/$n ] && echo $n; done
        echo $HOME $LC_ALL $OPENBLAS_NUM_THREADS; echo ${USER-none} ${DISPLAY-none}
        """))
    expect(told, equals: "/\n0\n1\n2\n/dev/null C 1\nnone none\n")
  }

  @Test func `a program's standard input is a file that can be read more than once`() throws {
    try expect(text(shell("cat; cat /dev/stdin"), Array("abc".utf8)), equals: "abcabc")
    try expect(text(shell("cat; echo end")), equals: "end\n")
  }

  @Test func `one input can be read by several programs in turn`() throws {
    let input = try ProgramInput(Array("abc".utf8))
    for _ in 0..<2 { try expect(ProgramRun(shell("cat"), input: input).readAll(), equals: Array("abc".utf8)) }
    expect(input.head(), equals: Array("abc".utf8))
  }

  @Test func `a program starts with no signal ignored or blocked`() throws {
    let told = try text(shell("grep -E 'SigBlk|SigIgn' /proc/self/status"))
    let masks = told.split(separator: "\n").compactMap { UInt64($0.suffix(16), radix: 16) }
    // Signals 32 and 33 belong to the C library.
    expect(masks.map { $0 & 0x7FFF_FFFF }, equals: [0, 0])
  }

  @Test func `a program cannot write to files`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a")
    let run = try ProgramRun(
      shell(#"exec cat /proc/self/status > "$1""#, [String(decoding: folder("a").bytes, as: UTF8.self)]))
    #expect(try run.readAll().isEmpty)
    try expect(run.finish(), equals: .signaled(SIGXFSZ))
    #expect(try FileBytes.read(folder("a"), limit: 1000).isEmpty)
  }

  @Test func `a program's memory and processor time are limited`() throws {
    var invocation = shell("ulimit -d; ulimit -t; ulimit -c; ulimit -f")
    invocation.memoryLimit = 64 << 20
    invocation.processorSeconds = 7
    try expect(text(invocation), equals: "65536\n7\n0\n0\n")
  }

  @Test func `output beyond a program's limit is refused`() throws {
    var invocation = shell("exec cat /dev/zero")
    invocation.outputLimit = 1_000_000
    #expect(throws: ProgramFailure.tooMuchOutput) { try ProgramRun(invocation).readAll() }
  }

  @Test func `standard error never blocks a program, and its last line is kept`() throws {
    let run = try ProgramRun(shell("head -c 1000000 /dev/zero >&2; echo >&2; echo 'the last word' >&2; echo >&2"))
    #expect(try run.readAll().isEmpty)
    try expect(run.finish(), equals: .exited(0))
    expect(run.errorLines.last, equals: Array("the last word".utf8))
  }

  @Test func `only the last bytes of an endless error line are kept`() throws {
    let run = try ProgramRun(shell("head -c 100000 /dev/zero | tr '\\0' x >&2"))
    _ = try run.readAll()
    _ = try run.finish()
    expect(run.errorLines, equals: [Array(repeating: UInt8(ascii: "x"), count: ProgramRun.errorBytes)])
  }

  @Test func `the time limit ends a program and everything that it started`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.pipe("life")
    var invocation = shell(
      #"exec 3> "$1"; sh -c 'sleep 1000 & sleep 1000' & sleep 1000"#,
      [String(decoding: folder("life").bytes, as: UTF8.self)])
    invocation.timeLimit = .milliseconds(200)
    let run = try ProgramRun(invocation)
    let life = LifeLine(folder("life"))
    #expect(throws: ProgramFailure.timedOut(.milliseconds(200))) { try run.readAll() }
    life.waitForDeath()
  }

  @Test func `background processes that outlive a program do not delay its end`() throws {
    let run = try ProgramRun(shell("sleep 1000 & echo done"))
    // Reading ends only once every process that holds the pipe is gone.
    try expect(run.readAll(), equals: Array("done\n".utf8))
    try expect(run.finish(), equals: .exited(0))
  }

  @Test func `releasing a run ends its program`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.pipe("life")
    let path = String(decoding: folder("life").bytes, as: UTF8.self)
    var run: ProgramRun? = try ProgramRun(shell(#"exec 3> "$1"; sleep 1000 & sleep 1000"#, [path]))
    let life = LifeLine(folder("life"))
    #expect(run != nil)
    run = nil
    life.waitForDeath()
  }

  @Test func `a program can be stopped from another thread while its output is read`() throws {
    let run = try ProgramRun(shell("echo ready; exec sleep 1000"))
    try expect(run.readPiece(6), equals: Array("ready\n".utf8))
    let group = run.group
    DispatchQueue.global().async { group.stop() }
    #expect(try run.readAll().isEmpty)
    try expect(run.finish(), equals: .signaled(SIGKILL))
    group.stop()
  }

  @Test func `cancelling the reading task ends the run`() async throws {
    let (ready, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task.detached(executorPreference: BlockingExecutor()) { () -> ProgramFailure? in
      do throws(ProgramFailure) {
        let run = try ProgramRun(shell("echo ready; exec sleep 1000"))
        _ = try run.readPiece(6)
        signal.yield()
        _ = try run.readAll()
        return nil
      } catch {
        return error
      }
    }
    for await _ in ready { break }
    task.cancel()
    await expect(task.value, equals: .cancelled)
  }

  @Test func `child processes started elsewhere are not reaped`() throws {
    var other: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("/bin/true"), nil]
    unsafe expect(posix_spawn(&other, "/bin/true", nil, nil, &arguments, nil), equals: 0)
    for _ in 0..<10 { _ = try ProgramRun(shell("exit 0")).finish() }
    var status: Int32 = -1
    unsafe expect(waitpid(other, &status, 0), equals: other)
    expect(status, equals: 0)
    unsafe arguments.forEach { unsafe free($0) }
  }
}
