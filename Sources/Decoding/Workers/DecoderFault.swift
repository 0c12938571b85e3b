#if DECODER_FAULTS
  import Bitmaps
  import Glibc
  import Imaging
  import System

  /// A decoder that misbehaves as a file requests: only in programs under test. The file begins with `tui-fault ` and a
  /// word.
  struct DecoderFault {
    private let word: String

    init?(in file: RegularFile) {
      let head = String(decoding: file.bytes(at: 0, count: 64), as: UTF8.self)
      guard head.hasPrefix("tui-fault ") else { return nil }
      word = String(head.dropFirst("tui-fault ".count).prefix { $0 != "\n" })
    }

    /// Misbehaves. Returns an answer that reports success if something succeeded that must not, nil to continue.
    func trigger() -> WorkerAnswer? {
      switch word {
      case "crash": unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
      case "trap": fatalError("as requested")
      case "abort": abort()
      case "exit": exit(0)
      case "loop": while getpid() > 0 {}
      case "burn":
        unsafe WorkerZygote.help({ _ in while getpid() > 0 {} }, nil)
        return reached(false)
      case "memory": allocateForever()
      case "lie": return .bytes(1 << 40)
      case "nonsense":
        let size = PixelSize(width: -1, height: 1)
        return .opened(WorkerAnswer.Facts(size: size, format: .jpeg, metadata: ImageMetadata(), heldBytes: 0))
      default: return escapes().map(reached)
      }
      return nil
    }

    /// Tries to get at something outside; returns whether that succeeded, or nil for an unknown word.
    private func escapes() -> Bool? {
      var status = stat()
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      switch word {
      case "open": return unsafe open("/etc/passwd", O_RDONLY) >= 0 || open("/", O_RDONLY) >= 0
      case "write":
        return unsafe open("/tmp/tui-fault", O_WRONLY | O_CREAT, 0o600) >= 0 || mkdir("/tmp/tui-fault", 0) == 0
      case "remove": return unsafe unlink("/tmp/tui-fault") == 0 || errno == ENOENT
      case "memory of others": return unsafe open("/proc/\(getppid())/mem", O_RDWR) >= 0
      case "connect": return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 || socket(AF_INET, 1, 0) >= 0
      case "kill": return kill(getppid(), SIGKILL) == 0 || kill(-1, SIGTERM) == 0 || kill(0, SIGTERM) == 0
      case "terminal": return unsafe open("/dev/tty", O_RDWR) >= 0 || tcgetpgrp(1) >= 0 || errno == ENOTTY
      case "fork": return fork() >= 0
      case "exec":
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        return unsafe execv("/bin/true", arguments) == 0 || errno != ENOSYS
      case "stat": return unsafe stat("/etc/passwd", &status) == 0
      case "code":
        return unsafe mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
      case "thread":
        var thread = pthread_t()
        return unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0
      case "dup": return dup(0) >= 0
      case "limit": return unsafe setrlimit(Int32(RLIMIT_CORE.rawValue), &limit) == 0
      case "priority": return setpriority(Int32(PRIO_PROCESS.rawValue), 0, 1) == 0
      default: return nil
      }
    }

    private func reached(_ isReached: Bool) -> WorkerAnswer {
      .failed(.corrupt(format: "file", reason: isReached ? "the decoder got out" : "the decoder was refused"))
    }

    private func allocateForever() {
      var blocks: [[UInt8]] = []
      while getpid() > 0 { blocks.append(Array(repeating: 1, count: 16 << 20)) }
    }
  }
#endif
