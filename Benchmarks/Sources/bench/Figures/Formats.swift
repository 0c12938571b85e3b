import TestSupport

/// Measures each format's time from exec to the last byte of half blocks at 200×50, against
/// the faster of other programs.
enum Formats {
  private struct Subject {
    var name: String
    var path: String
    /// The largest ratio to the faster rival's time: 0.5 for large JPEG, PNG and WebP pictures, 0.75 for lossless WebP.
    var bound = 1.0
  }

  private struct Rival {
    var program: Program
    var arguments: [String]
  }

  /// Adds a figure for each format: the ratio of our shortest time to that of the faster rival, in alternating runs.
  ///
  /// The shortest times are used, since other programs can only make a run longer.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let rivals = rivals(into: &report)
    guard !rivals.isEmpty else { return }
    for (name, bound, picture) in subjects {
      do {
        let subject = Subject(name: name, path: try picture(workbench.samples), bound: bound)
        if let figure = try figure(of: subject, against: rivals, on: workbench) {
          report.add(figure)
        } else {
          report.skip(name, because: "none of the others draws it")
        }
      } catch {
        report.skip(name, because: "\(error)")
      }
    }
  }

  /// The pictures. 200×50 cells have 200×100 samples, so decoding dominates the time of much larger pictures.
  private static let subjects: [(String, Double, @Sendable (SamplePictures) throws -> String)] = [
    ("JPEG, 1280×854", 1, { try $0.jpeg(width: 1280, height: 854) }),
    ("JPEG, 1280×854, progressive", 1, { try $0.jpeg(width: 1280, height: 854, isProgressive: true) }),
    ("JPEG, 24 megapixels", 0.5, { try $0.jpeg(width: 6000, height: 4000) }),
    ("JPEG, 24 megapixels, progressive", 0.5, { try $0.jpeg(width: 6000, height: 4000, isProgressive: true) }),
    ("PNG, 1280×854, RGB", 1, { try $0.png(width: 1280, height: 854) }),
    ("PNG, 1280×854, RGBA", 1, { try $0.made(.rgba, width: 1280, height: 854) }),
    ("PNG, 1280×854, palette", 1, { try $0.made(.palette, width: 1280, height: 854) }),
    ("PNG, 1280×854, 16 bits", 1, { try $0.made(.wide, width: 1280, height: 854) }),
    ("PNG, 1280×854, interlaced", 1, { try $0.made(.interlaced, width: 1280, height: 854) }),
    ("PNG, 10 megapixels", 0.5, { try $0.png(width: 3872, height: 2592) }),
    ("PNG, 10 megapixels, RGBA", 0.5, { try $0.made(.rgba, width: 3872, height: 2592) }),
    ("PNG, 10 megapixels, palette", 0.5, { try $0.made(.palette, width: 3872, height: 2592) }),
    ("PNG, 10 megapixels, 16 bits", 0.5, { try $0.made(.wide, width: 3872, height: 2592) }),
    ("PNG, 10 megapixels, interlaced", 0.5, { try $0.made(.interlaced, width: 3872, height: 2592) }),
    ("WebP, 1280×854, lossy", 1, { try $0.made(.lossyWebP, width: 1280, height: 854) }),
    ("WebP, 1280×854, lossless", 1, { try $0.made(.losslessWebP, width: 1280, height: 854) }),
    ("WebP, 1280×854, lossy with alpha", 1, { try $0.made(.alphaWebP, width: 1280, height: 854) }),
    ("WebP, 10 megapixels, lossy", 0.5, { try $0.made(.lossyWebP, width: 3872, height: 2592) }),
    ("WebP, 10 megapixels, lossless", 0.75, { try $0.made(.losslessWebP, width: 3872, height: 2592) }),
    ("GIF, 1280×854", 1, { try $0.made(.gif, width: 1280, height: 854) }),
    ("GIF, 640×427, 24 frames: the first", 1, { try $0.moving(.gif) }),
    ("APNG, 640×427, 24 frames: the first", 1, { try $0.moving(.apng) }),
    ("WebP, 640×427, 24 frames: the first", 1, { try $0.moving(.webp) }),
  ]

  private static func rivals(into report: inout Report) -> [Rival] {
    let known = [
      (
        "chafa",
        ["--format", "symbols", "--symbols", "half", "--colors", "full", "--animate", "off", "--size", "200x50"]
      ),
      // Without a terminal and with a fixed background, timg sends no queries and starts at once.
      ("timg", ["-ph", "-g200x50", "-bnone", "-I", "--frames=1"]),
    ]
    return known.compactMap { name, arguments in
      guard let program = Program(name) else {
        report.skip("formats against \(name)", because: "it is not installed")
        return nil
      }
      return Rival(program: program, arguments: arguments)
    }
  }

  private static func figure(
    of subject: Subject, against rivals: [Rival], on workbench: Workbench
  ) throws -> Figure? {
    let ours = ["--print", "--art", "half", "--size", "200x50", "--color", "truecolor", subject.path]
    var our: [Double] = []
    var their = rivals.map { _ in [Double]() }
    // The first run of each only warms the caches.
    for round in 0...workbench.repetitions {
      let run = try PipeRun.run(workbench.tui, ours)
      guard run.ending == .exited(0), run.bytes > 10_000 else { throw TerminalRun.Failure("tui drew no picture") }
      if round > 0 { our.append(run.seconds) }
      for (index, rival) in rivals.enumerated() where round == 0 || !their[index].isEmpty || round == 1 {
        let run = try PipeRun.run(rival.program.path, rival.arguments + [subject.path])
        // A rival that cannot draw a picture writes little or nothing.
        let isDrawn = run.ending == .exited(0) && run.bytes > 10_000
        if round > 0, isDrawn { their[index].append(run.seconds) }
      }
    }
    let minimum = zip(rivals, their).compactMap { rival, times in times.min().map { (rival.program.name, $0) } }
    guard let fastest = minimum.min(by: { $0.1 < $1.1 }), let mine = our.min() else { return nil }
    let others = rivals.map { rival in
      "\(rival.program.name) \(minimum.first { $0.0 == rival.program.name }.map { time($0.1) } ?? "none")"
    }
    return Figure(
      name: "`--print` at 200×50, \(subject.name), against \(fastest.0)",
      details: "\(time(mine)) : \(others.joined(separator: ", "))", value: mine / fastest.1,
      bound: .atMost(subject.bound))
  }
}
