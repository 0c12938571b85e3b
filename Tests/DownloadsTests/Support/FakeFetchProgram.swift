import Downloads
import Fetching
import Glibc
import PictureTestSupport
import Synchronization
import System
import TestSupport

/// A fake tui-fetch: the host of a URL selects what it does. It logs each command, and its starts
/// and ends.
struct FakeFetchProgram {
  let folder: TemporaryFolder
  private let fakes: FakePrograms

  init() throws {
    fakes = FakePrograms()
    folder = fakes.folder
    folder.folder("cache")
    folder.folder("spare")
    try fakes.program(
      "tui-fetch",
      """
      exec python3 -c '
      import json, os, sys, time
      cache, log = sys.argv[1], open(sys.argv[2], "a", buffering=1)
      log.write("start\\n")
      def say(**report):
          report.get("done", {}).setdefault("isHead", False)
          print(json.dumps(report), flush=True)
      def body(name, text):
          path = os.path.join(cache, name)
          open(path, "w").write(text)
          return path
      starts = open(sys.argv[2]).read().count("start\\n")
      for line in sys.stdin:
          log.write(line)
          command = json.loads(line)
          if "fetch" not in command: continue
          number, url = command["fetch"]["download"], command["fetch"]["url"]
          host = url.split("/")[2]
          failure = {"kind": "status", "description": "404 Not Found", "status": 404, "isTransient": False}
          if host == "ok": say(done={"download": number, "path": body("ok", "whole"), "wasUnchanged": False})
          elif host == "moved":
              text = "[{\\"image\\": \\"a.jpg\\"}]"
              to = "https://to/" + url.split("/")[3] + "/deck.json"
              if "long" in url: to += "x" * 20000
              if "file" in url: to = "file:///etc/deck.json"
              say(done={"download": number, "path": body("moved", text), "wasUnchanged": False, "finalURL": to})
          elif host in ("part", "part-above"):
              path = body("part", "first") if host == "part" else "/etc/passwd"
              say(progress={"download": number, "received": 5, "expected": 9, "path": path})
          elif host == "missing": say(failed={"download": number, "reason": failure})
          elif host == "passwd": say(done={"download": number, "path": "/etc/passwd", "wasUnchanged": False})
          elif host == "above": say(done={"download": number, "path": cache + "/../secret", "wasUnchanged": False})
          elif host == "link": say(done={"download": number, "path": cache + "/link", "wasUnchanged": False})
          elif host == "spare":
              path = os.path.join(os.path.dirname(cache), "spare", "ok")
              open(path, "w").write("whole")
              say(done={"download": number, "path": path, "wasUnchanged": False})
          elif host == "folder": say(done={"download": number, "path": cache, "wasUnchanged": False})
          elif host == "gone": say(done={"download": number, "path": cache + "/gone", "wasUnchanged": False})
          elif host == "others":
              for other in range(100):
                  if other != number: say(done={"download": other, "path": body("ok", "whole"), "wasUnchanged": False})
              say(failed={"download": number, "reason": failure})
          elif host == "dies": sys.exit("so it goes")
          elif host == "dies-once" and starts == 1: os.kill(os.getpid(), 9)
          elif host == "dies-once": say(done={"download": number, "path": body("ok", "whole"), "wasUnchanged": False})
          elif host == "garbage" and starts == 1: print("{\\"who\\": 1}", flush=True)
          elif host == "endless" and starts == 1:
              try:
                  while True: print("x" * 100000, end="", flush=True)
              except OSError: sys.exit(1)
          elif host == "flood" and starts == 1:
              try:
                  while True: say(progress={"download": number, "received": 1, "expected": 2})
              except OSError: sys.exit(1)
          elif host in ("garbage", "endless", "flood"):
              say(done={"download": number, "path": body("ok", "whole"), "wasUnchanged": False})
      log.write("end\\n")
      ' "\(String(decoding: folder("cache").bytes, as: UTF8.self))" "\(String(decoding: folder("log").bytes, as: UTF8.self))"
      """)
  }

  /// The lines of its log: the commands that it received, and its starts and ends.
  var log: [Substring] {
    guard let bytes = try? FileBytes.read(folder("log"), limit: 1 << 20) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 }
  }

  func settings(_ cache: CacheAccess = .none) -> FetchSettings {
    let program = folder("tui-fetch")
    return FetchSettings(
      program: program, environment: ["PATH=/usr/local/bin:/usr/bin:/bin"], folder: folder("cache"),
      spare: folder("spare"), cache: cache)
  }
}

/// The updates that a fetcher reports, with a way to wait for them.
final class FetchReports: Sendable {
  private let events = Mutex<[DownloadUpdate]>([])

  func take(_ new: [DownloadUpdate]) { events.withLock { $0 += new } }

  var all: [DownloadUpdate] { events.withLock { $0 } }

  /// Waits for an update; returns nil if it never arrives.
  func first(_ isIt: (DownloadUpdate) -> Bool) -> DownloadUpdate? {
    _ = waitUntil { all.contains(where: isIt) }
    return all.first(where: isIt)
  }
}
