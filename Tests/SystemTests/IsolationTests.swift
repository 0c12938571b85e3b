import ExternalDecoders
import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// A program in a decoder's place that tries what a decoder taken over by a picture would try.
final class IsolationTests {
  private let folder = TemporaryFolder()
  /// A process of the same user, which the program attacks.
  private let victim: ProgramRun
  /// A folder of the user's.
  private let home: String

  init() throws {
    victim = try ProgramRun(shell("exec sleep 1000"))
    folder.folder("home")
    folder.file("home/secret", Array("secret".utf8))
    folder.file("home/other", [])
    folder.file("home/picture", [1])
    folder.folder("own")
    home = String(decoding: folder("home").bytes, as: UTF8.self)
  }

  deinit { folder.remove() }

  /// Attempts by name: Perl that is true if it succeeds. `$home` is a folder of the user's, `$victim` a process.
  private static let attempts = [
    ("read", #"open(F, "<", "$home/secret")"#), ("list", #"opendir(D, $home)"#),
    ("create", #"open(F, ">", "$home/new")"#), ("overwrite", #"open(F, "+<", "$home/secret")"#),
    ("truncate", #"truncate("$home/other", 0)"#), ("delete", #"unlink("$home/other")"#),
    ("rename", #"rename("$home/secret", "$home/moved")"#), ("link", #"link("$home/secret", "$home/link")"#),
    ("symlink", #"symlink("/", "$home/symlink")"#), ("mkdir", #"mkdir("$home/folder")"#),
    ("chmod", #"chmod(0777, $home)"#), ("times", #"utime(1, 1, "$home/secret")"#),
    ("input's mode", #"chmod(0777, *STDIN)"#),
    ("temporary", #"open(F, ">", "/tmp/tui-probe-$$") && unlink("/tmp/tui-probe-$$")"#),
    ("inet", #"socket(S, AF_INET, SOCK_STREAM, 0)"#), ("unix", #"socket(S, AF_UNIX, SOCK_STREAM, 0)"#),
    ("datagram", #"socket(S, AF_INET6, SOCK_DGRAM, 0)"#),
    ("socketpair", #"socketpair(S, T, AF_UNIX, SOCK_DGRAM, 0)"#),
    ("signal", #"kill("CONT", $victim)"#), ("signal parent", #"kill(0, getppid())"#),
    ("environment", #"open(F, "<", "/proc/$victim/environ") && read(F, my $x, 1)"#),
    ("memory", #"open(F, "+<", "/proc/$victim/mem")"#),
    ("parent's descriptors", #"opendir(D, "/proc/" . getppid() . "/fd")"#),
    ("terminal", #"open(F, "+<", "/dev/tty")"#),
    ("session", #"fork() ? (wait(), $? == 0) : _exit(setsid() > 0 ? 0 : 1)"#),
    ("group", #"fork() ? (wait(), $? == 0) : _exit(setpgrp() ? 0 : 1)"#),
  ]

  /// Runs the attempts; returns the names of those that succeed.
  private func succeeding(_ attempts: [(String, String)], _ isolation: Isolation) throws -> [String] {
    let lines = attempts.map { #"print "\#($0)\n" if eval { \#($1) };"# }
    let script = """
      #!/usr/bin/perl
      use POSIX qw(_exit setsid); use Socket; use Errno;
      $| = 1; my ($home, $victim) = @ARGV;
      \(lines.joined(separator: "\n"))
      print "end";
      """
    let file = folder("probe")
    // Written by a child, since another test's child could inherit the descriptor and keep it from being run.
    let maker = try ProgramRun(writing(file), input: ProgramInput(Array(script.utf8)))
    _ = try maker.readAll()
    try expect(maker.finish(), equals: .exited(0))
    var invocation = ProgramInvocation(file, [home, "\(victim.group.identifier)"])
    (invocation.isolation, invocation.timeLimit) = (isolation, .seconds(600))
    let run = try ProgramRun(invocation, input: ProgramInput(folder("home/picture")))
    let told = String(decoding: try run.readAll(), as: UTF8.self).split(separator: "\n").map(String.init)
    expect(told.last, equals: "end", "\(run.errorLines.map { String(decoding: $0, as: UTF8.self) })")
    return told.dropLast()
  }

  private func writing(_ file: Path) -> ProgramInvocation {
    var invocation = shell(#"cat > "$1" && chmod 700 "$1""#, [String(decoding: file.bytes, as: UTF8.self)])
    invocation.fileLimit = 1 << 20
    return invocation
  }

  @Test(.enabled(if: Isolation.missing == nil), arguments: [Isolation.auto, .require])
  func `an isolated program reaches no files, processes or networks of the user's`(isolation: Isolation) throws {
    let reached = try succeeding(Self.attempts, isolation)
    expect(reached, equals: [])
  }

  @Test func `a program that is not isolated reaches the user's files and processes`() throws {
    let names = [
      "read", "list", "create", "overwrite", "mkdir", "chmod", "input's mode", "unix", "signal", "environment",
    ]
    let reached = try succeeding(Self.attempts.filter { names.contains($0.0) }, .off)
    expect(reached, equals: names)
  }

  @Test(
    .enabled(if: Isolation.missing == nil),
    arguments: DecoderProgram.allCases.filter { ProgramFinder.standard.path(of: $0) != nil })
  func `a real program that is taken over reaches nothing by any system call`(program: DecoderProgram) throws {
    let target = try TakeoverTarget()
    let path = String(decoding: try #require(ProgramFinder.standard.path(of: program)).bytes, as: UTF8.self)
    var invocation = try ProgramInvocation(Path(target.program(path)), [])
    (invocation.isolation, invocation.timeLimit) = (.require, .seconds(600))
    let run = try ProgramRun(invocation, input: ProgramInput(folder("home/picture")))
    try expect(TakeoverTarget.lines(of: run.readAll()), equals: ["end"])
    try expect(run.finish(), equals: .signaled(SIGSYS))
  }

  @Test func `a program that is taken over and not isolated reaches the user's files, sockets and processes`() throws {
    let target = try TakeoverTarget()
    let run = try ProgramRun(ProgramInvocation(Path(target.program("/bin/true")), []))
    let reached = try TakeoverTarget.lines(of: run.readAll())
    let expected = ["fchmodat", "sched_setaffinity", "F_SETSIG", "unix stream", "shared memory", "end", "alive"]
    expect(reached.filter(expected.contains), equals: expected)
    expect(target.mode, equals: 0o777)
  }

  @Test func `an isolated program reads its input again and writes in its own folder`() throws {
    var invocation = shell(
      #"cat; cat /dev/stdin; echo a > "$1/a"; cat "$1/a"; rm "$1/a"; echo b > /proc/self/fd/1"#,
      [String(decoding: folder("own").bytes, as: UTF8.self)])
    (invocation.isolation, invocation.ownFolder, invocation.fileLimit) = (.auto, folder("own"), 100)
    let file = try ProgramRun(invocation, input: ProgramInput(folder("home/secret")))
    expect(String(decoding: try file.readAll(), as: UTF8.self), equals: "secretsecreta\nb\n")
    let memory = try ProgramRun(invocation, input: ProgramInput(Array("bytes".utf8)))
    expect(String(decoding: try memory.readAll(), as: UTF8.self), equals: "bytesbytesa\nb\n")
  }

  @Test func `an isolated program can end itself by a signal`() throws {
    var invocation = shell("kill -11 $$")
    invocation.isolation = .auto
    let run = try ProgramRun(invocation)
    _ = try run.readAll()
    try expect(run.finish(), equals: .signaled(SIGSEGV))
  }
}
