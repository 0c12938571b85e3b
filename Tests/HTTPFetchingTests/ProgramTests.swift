import Fetching
import Foundation
import Glibc
import TestSupport
import Testing

/// The program `tui-fetch`.
final class ProgramTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID())").path

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The program run as a service, with its streams.
  final class Service {
    private let program: PipedProgram
    private var decoder = LineDecoder<FetchReport>()
    private var reports: [FetchReport] = []

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
      program = try PipedProgram(BuiltProgram.path(of: "tui-fetch"), arguments, environment: environment)
    }

    func send(_ command: FetchCommand) throws { try program.write(LineEncoder.line(command)) }

    /// Returns the next report, or nil at the end. Progress is skipped unless it is requested.
    func report(orProgress: Bool = false) throws -> FetchReport? {
      while true {
        while !reports.isEmpty {
          let report = reports.removeFirst()
          if case .progress = report, !orProgress { continue }
          return report
        }
        let piece = program.readPiece()
        guard !piece.isEmpty else { return nil }
        for result in decoder.consume(piece) { reports.append(try result.get()) }
      }
    }

    /// Closes the input, or sends a signal, and reads to the end; returns how the program ended.
    @discardableResult
    func end(signal: Int32? = nil) throws -> ChildProcess.Ending {
      if let signal { program.send(signal: signal) } else { program.closeInput() }
      while try report() != nil {}
      return try program.finish()
    }
  }

  @Test(arguments: [true, false])
  func `a download interrupted at exit leaves no file behind`(removesFolder: Bool) throws {
    let server = try Server { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), .send([1]), .wait(Gate())]
    }
    let service = try Service(["--cache-dir", folder] + (removesFolder ? ["--remove-at-end"] : []))
    try service.send(.fetch(download: 1, url: server.url("/a"), priority: 0, isForced: false))
    guard case .progress? = try service.report(orProgress: true) else { return #expect(Bool(false)) }
    try expect(FileManager.default.contentsOfDirectory(atPath: folder).count, equals: 1)
    try service.end()
    expect((try? FileManager.default.contentsOfDirectory(atPath: folder)), equals: removesFolder ? nil : [])
  }

  @Test func `non-ASCII host names work in any locale`() throws {
    let server = try Server { _ in .ok([1, 2, 3]) }
    let service = try Service(["--cache-dir", folder], environment: ["LC_ALL": "C"])
    // All names below "localhost" resolve to this machine (RFC 6761, 6.3), also in libcurl.
    let url = server.url("/a").replacingOccurrences(of: "127.0.0.1", with: "b\u{FC}cher.localhost")
    try service.send(.fetch(download: 1, url: url, priority: 0, isForced: false))
    guard case .done(1, _, false, nil, false) = try service.report() else { return #expect(Bool(false)) }
    try service.end()
  }

  @Test func `the service downloads, cancels, and exits when its input ends`() throws {
    let gate = Gate()
    let server = try Server { $0.target == "/slow" ? .ok([1], after: gate) : .ok([1, 2, 3]) }
    let service = try Service(["--cache-dir", folder])
    try service.send(.fetch(download: 1, url: server.url("/slow"), priority: 0, isForced: false))
    try service.send(.fetch(download: 2, url: server.url("/a"), priority: 0, isForced: false))
    guard case .done(2, let path, false, nil, false) = try service.report() else { return #expect(Bool(false)) }
    expect(FileManager.default.contents(atPath: path), equals: Data([1, 2, 3]))
    try service.send(.cancel(download: 1))
    try service.send(.fetch(download: 3, url: server.url("/none\u{1B}"), priority: 0, isForced: false))
    try expect(
      service.report(), equals: .failed(download: 3, reason: FetchFailure(.badURL, "not a URL", isTransient: false)))
    try service.send(.fetch(download: 4, url: server.url("/slow"), priority: 0, isForced: false))
    try expect(service.end(), equals: .exited(0))
    try expect(FileManager.default.contentsOfDirectory(atPath: folder).count { $0.hasSuffix(".part") }, equals: 0)
    gate.open()
  }

  @Test func `invalid commands are reported on standard error and skipped`() throws {
    let run = try Programs.fetch(
      ["--cache-dir", folder], input: "nonsense\n\u{1B}[2J\n" + String(repeating: "x", count: 70_000))
    expect(run.status, equals: 0)
    expect(run.output, equals: "")
    expect(run.errors, equals: "tui-fetch: not a command\ntui-fetch: not a command\ntui-fetch: a command is too long\n")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `with --no-cache nothing is left after exit or SIGTERM`() throws {
    let server = try Server { _ in .ok([1, 2, 3]) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for ending in ["input", "signal"] {
      let service = try Service(["--no-cache"], environment: ["TMPDIR": folder, "HOME": folder])
      try service.send(.fetch(download: 1, url: server.url("/a"), priority: 0, isForced: false))
      guard case .done(1, let path, false, nil, false) = try service.report() else { return #expect(Bool(false)) }
      #expect(path.hasPrefix(folder))
      expect(FileManager.default.contents(atPath: path), equals: Data([1, 2, 3]))
      if ending == "signal" {
        try expect(service.end(signal: SIGTERM), equals: .signaled(SIGTERM))
      } else {
        try service.end()
      }
      try expect(FileManager.default.contentsOfDirectory(atPath: folder), equals: [])
    }
  }

  @Test func `URL arguments are cached, one line each; the exit status is 1 if one fails`() throws {
    let server = try Server { $0.target == "/none" ? .status("404 \u{1B}[31mno") : .ok([1, 2, 3]) }
    let good = try Programs.fetch(["--cache-dir", folder, server.url("/a"), server.url("/b")])
    expect(good.status, equals: 0)
    expect(good.errors, equals: "")
    let lines = good.output.split(separator: "\n").sorted()
    expect(lines.count, equals: 2)
    #expect(lines[0].hasPrefix("\(server.url("/a")): \(folder)/"))
    let bad = try Programs.fetch(["--cache-dir", folder, server.url("/a"), server.url("/none"), "http://\u{9B}31m/"])
    expect(bad.status, equals: 1)
    #expect(bad.errors.contains("tui-fetch: \(server.url("/none")): 404 Not Found\n"))
    #expect(!bad.errors.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
  }

  @Test func `tui-fetch has the same version as tui`() throws {
    let run = try PipedProgram.run(BuiltProgram.path(of: "tui"), ["--version"])
    let line = try #require(String(decoding: run.output, as: UTF8.self).split(separator: "\n").first)
    try expect(Programs.fetch(["--version"]).output, equals: "tui-fetch\(line.dropFirst("tui".count))\n")
  }

  @Test func `the cache stays within its limit and keeps the newest download`() throws {
    let server = try Server { _ in .ok([UInt8](repeating: 1, count: 700_000)) }
    // Recent files are never removed, so those of each run are dated back by an hour.
    for target in ["/a", "/b", "/c"] {
      _ = try Programs.fetch(["--cache-dir", folder, server.url(target)])
      for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let hourAgo = [FileAttributeKey.modificationDate: Date.now.addingTimeInterval(-3_600)]
        try FileManager.default.setAttributes(hourAgo, ofItemAtPath: "\(folder)/\(file)")
      }
    }
    try expect(FileManager.default.contentsOfDirectory(atPath: folder).count, equals: 6)
    _ = try Programs.fetch(["--cache-dir", folder, "--disk-cache", "1", server.url("/d")])
    let cache = DiskCache(folder: folder)
    expect(["/a", "/b", "/c", "/d"].filter { cache.head(of: server.url($0)) != nil }, equals: ["/d"])
    try expect(FileManager.default.contentsOfDirectory(atPath: folder).count, equals: 2)
  }

  @Test func `options out of range are refused, and --max-bytes is applied`() throws {
    for arguments in [
      ["--downloads", "0"], ["--downloads", "17"], ["--timeout", "0"], ["--max-bytes", "0"], ["--what"],
    ] {
      try expect(Programs.fetch(arguments).status, equals: 64)
    }
    let homeless = try Programs.fetch([])
    expect(homeless.status, equals: 64)
    let run = try Programs.fetch(["--max-bytes", "2", "--cache-dir", folder, Server { _ in .ok([1, 2, 3]) }.url("/a")])
    expect(run.status, equals: 1)
    #expect(run.errors.hasSuffix("larger than 2 bytes\n"))
  }

  @Test(arguments: ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
  func `a proxy from the environment is used`(variable: String) throws {
    let proxy = try Server { _ in .ok([5]) }
    let run = try Programs.fetch(
      ["--cache-dir", folder, "http://pictures.invalid/a"], environment: [variable: proxy.url("")])
    expect(run.status, equals: 0)
    expect(proxy.requests.map(\.target), equals: ["http://pictures.invalid/a"])
  }

  @Test func `no_proxy disables the proxy, and HTTP_PROXY is ignored in a CGI program`() throws {
    let proxy = try Server { _ in .ok([5]) }
    let server = try Server { _ in .ok([6]) }
    let environments = [
      ["HTTP_PROXY": proxy.url(""), "no_proxy": "127.0.0.1"], ["HTTP_PROXY": proxy.url(""), "REQUEST_METHOD": "GET"],
    ]
    for (index, environment) in environments.enumerated() {
      _ = try Programs.fetch(["--cache-dir", folder, server.url("/\(index)")], environment: environment)
    }
    expect(server.count(), equals: 2)
    expect(proxy.count(), equals: 0)
  }

  @Test func `a revalidated copy is served even if nothing can be written`() throws {
    let server = try Server { request in
      request.headers["if-none-match"].isEmpty ? .ok([1, 2, 3], "ETag: \"a\"") : .status("304 Not Modified")
    }
    let first = try Programs.fetch(["--cache-dir", folder, server.url("/a")])
    expect(first.status, equals: 0)
    let again = try Programs.fetch(["--cache-dir", folder, server.url("/a")], maxBlocks: 0)
    expect(again.status, equals: 0)
    expect(again.output, equals: first.output)
    expect(again.errors, equals: "")
    expect(server.count(), equals: 2)
  }

  @Test func `a file size limit is reported as a full disk and does not kill the program`() throws {
    let server = try Server { _ in .ok([UInt8](repeating: 1, count: 10_000)) }
    let run = try Programs.fetch(["--cache-dir", folder, server.url("/a")], maxBlocks: 8)
    expect(run.status, equals: 1)
    expect(run.errors, equals: "tui-fetch: \(server.url("/a")): no space left for the cache\n")
    try expect(FileManager.default.contentsOfDirectory(atPath: folder), equals: [])
  }

  @Test func `without a usable cache folder, bodies go to the spare folder, which is removed at exit`() throws {
    let server = try Server { _ in .ok([1, 2, 3], "Cache-Control: max-age=60") }
    let parent = URL(filePath: folder)
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: folder + "/file", contents: nil)
    let service = try Service(["--cache-dir", folder + "/file/cache", "--spare-dir", folder + "/spare"])
    try service.send(.fetch(download: 1, url: server.url("/a"), priority: 0, isForced: false))
    guard case .done(1, let path, false, nil, false) = try service.report() else { return #expect(Bool(false)) }
    #expect(path.hasPrefix(folder + "/spare/"))
    expect(FileManager.default.contents(atPath: path), equals: Data([1, 2, 3]))
    try service.end()
    try expect(FileManager.default.contentsOfDirectory(atPath: folder), equals: ["file"])
  }
}
