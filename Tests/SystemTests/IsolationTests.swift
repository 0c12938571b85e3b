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

  #if arch(x86_64)
    /// Attempts by numbers of system calls.
    private static let calls = [
      ("ptrace", "syscall(101, 16, $victim, 0, 0) == 0 && (syscall(101, 17, $victim, 0, 0) || 1)"),
      ("read memory", "syscall(310, $victim, 0, 0, 0, 0, 0) == 0"),
      ("limits", #"syscall(302, $victim, 7, 0, my $b = "\0" x 16) == 0"#),
      ("io_uring", #"syscall(425, 1, my $b = "\0" x 120) >= 0"#), ("user namespace", "syscall(272, 0x10000000) == 0"),
      ("clone namespace", "(my $p = syscall(56, 0x10000011, 0, 0, 0, 0)) >= 0 && ($p || _exit(0))"),
      ("clone3", "!$!{ENOSYS} if syscall(435, 0, 0) < 0"), ("bpf", "syscall(321, 0, 0, 0) >= 0 || !$!{EPERM}"),
      ("keyctl", "syscall(250, 0, -3, 0) >= 0"), ("mount", "syscall(165, 0, 0, 0, 0, 0) == 0 || !$!{EPERM}"),
      ("perf", "syscall(298, 0, 0, 0, 0, 0) >= 0 || !$!{EPERM}"),
      ("pidfd", "syscall(434, $victim, 0) >= 0"), ("shared memory", "syscall(29, 0, 4096, 01600) >= 0"),
      ("type", #"ioctl(STDIN, 0x5412, my $c = "x") || !$!{EPERM}"#), ("32 bits", "syscall(0x40000014, 0, 0, 0) >= 0"),
    ]
  #else
    private static let calls: [(String, String)] = []
  #endif

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
    let reached = try succeeding(Self.attempts + Self.calls, isolation)
    expect(reached, equals: [])
  }

  @Test func `a program that is not isolated reaches the user's files and processes`() throws {
    let names = [
      "read", "list", "create", "overwrite", "mkdir", "chmod", "input's mode", "unix", "signal", "environment",
    ]
    let reached = try succeeding(Self.attempts.filter { names.contains($0.0) }, .off)
    expect(reached, equals: names)
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
