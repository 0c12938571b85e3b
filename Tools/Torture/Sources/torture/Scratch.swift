import CProcess
import Foundation
import TestSupport

/// The folder of a run: pictures, fakes for decoders, and the program's temporary folder.
struct Scratch {
  let folder: String
  /// The program's TMPDIR; files in it after a run were left behind.
  var temporary: String { folder + "/tmp" }
  /// A drawing and a photo, whose decoders never end.
  var pictures: String { folder + "/pictures" }
  /// The photo of `pictures`: of a format that only programs decode.
  var photo: String { pictures + "/c.psd" }
  /// A PATH on which the fakes come first.
  var searchPath: String { "\(folder)/bin:/usr/local/bin:/usr/bin:/bin" }

  init() throws {
    Scratch.removeLeftovers()
    folder = NSTemporaryDirectory() + "torture-\(getpid())"
    for name in ["tmp", "pictures", "bin"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    // When processes are limited, another user reads the pictures and creates temporary files.
    for (path, mode) in [(folder, 0o755), (temporary, 0o1777)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#
    try Data(drawing.utf8).write(to: URL(fileURLWithPath: pictures + "/b.svg"))
    let header = Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 60)
    try Data(header).write(to: URL(fileURLWithPath: photo))
    for name in ["rsvg-convert", "ffmpeg", "convert", "magick"] {
      let path = "\(folder)/bin/\(name)"
      try Data("#!/bin/sh\nsleep 1000 &\nwhile :; do :; done\n".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  /// Removes the folders of runs that were killed.
  private static func removeLeftovers() {
    let parent = NSTemporaryDirectory()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix("torture-") {
      guard let process = pid_t(name.dropFirst("torture-".count)), kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      try? FileManager.default.removeItem(atPath: parent + name)
    }
  }

  func remove() {
    unsafe torture_unmount_disk("\(folder)/disk")
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The environment of a run.
  func environment(hasFakes: Bool, isTruecolor: Bool) -> [String] {
    let path = hasFakes ? searchPath : "/usr/local/bin:/usr/bin:/bin"
    return [
      "TERM=xterm-256color", "LC_ALL=C.UTF-8", "HOME=/nonexistent", "PATH=\(path)", "TMPDIR=\(temporary)",
      "XDG_CACHE_HOME=\(folder)/cache", "SWIFT_BACKTRACE=enable=no",
    ] + (isTruecolor ? ["COLORTERM=truecolor"] : [])
  }

  /// The names of pictures that terminals can read in shared memory, also those of other programs.
  static var sharedNames: Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/shm")) ?? []
    return Set(names.filter { $0.hasPrefix("tui-") })
  }

  /// The count and size of new pictures in shared memory that stay there for two seconds.
  static func sharedPictures(notIn known: Set<String>) -> (files: Int, bytes: Int) {
    var left = sharedNames.subtracting(known)
    let deadline = secondsNow() + 2
    while !left.isEmpty, secondsNow() < deadline {
      usleep(20_000)
      left.formIntersection(sharedNames)
    }
    let sizes = left.map { try? FileManager.default.attributesOfItem(atPath: "/dev/shm/\($0)")[.size] as? Int }
    return (left.count, sizes.reduce(0) { $0 + (($1 ?? nil) ?? 0) })
  }

  /// Empties a folder and returns the count and size of its contents; mount points stay.
  static func empty(_ folder: String) -> (files: Int, bytes: Int) {
    var (files, bytes) = (0, 0)
    for name in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
      files += 1
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      bytes += attributes?[.size] as? Int ?? 0
    }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    return (files, bytes)
  }
}
