/// How long a still takes from exec to the last byte in the terminal, against other programs that draw half blocks.
enum FirstPicture {
  private struct Subject {
    var name: String
    var path: String
    var bound: Double
  }

  private struct Rival {
    var program: Program
    var arguments: [String]
  }

  /// Adds a figure a picture: the ratio of the medians of runs that alternate with the rival's.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let subjects = try [
      Subject(
        name: "640×427 JPEG", path: workbench.shelf.jpeg(width: 640, height: 427), bound: 0.5),
      Subject(
        name: "24-megapixel JPEG", path: workbench.shelf.jpeg(width: 6000, height: 4000), bound: 0.4),
      Subject(
        name: "10-megapixel PNG", path: workbench.shelf.png(width: 3872, height: 2592), bound: 0.5),
    ]
    for rival in rivals(into: &report) {
      for subject in subjects {
        let (ours, theirs) = try alternate(workbench, with: rival, on: subject.path)
        report.add(
          Figure(
            name: "`--print` at 80×24, \(subject.name), against \(rival.program.name)",
            details: "\(time(ours)) : \(time(theirs))", value: ours / theirs,
            bound: rival.program.name == "chafa" ? .atMost(subject.bound) : .none))
      }
    }
  }

  private static func rivals(into report: inout Report) -> [Rival] {
    let known = [
      ("chafa", ["--format", "symbols", "--symbols", "half", "--size", "80x24"]),
      ("timg", ["-ph", "-g80x24"]),
      ("viu", ["-b", "-w", "80"]),
    ]
    return known.compactMap { name, arguments in
      guard let program = Program(name) else {
        report.skip("first pictures against \(name)", because: "it is not installed")
        return nil
      }
      return Rival(program: program, arguments: arguments)
    }
  }

  /// The medians of our time and of the rival's, in seconds.
  private static func alternate(
    _ workbench: Workbench, with rival: Rival, on picture: String
  ) throws -> (ours: Double, theirs: Double) {
    let ours = ["--print", "--size", "80x24", "--art", "half", "--color", "truecolor", picture]
    // Only chafa's times are held against a bound.
    let repetitions = rival.program.name == "chafa" ? workbench.repetitions : 5
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    // The first run of each only warms the caches.
    for round in 0...repetitions {
      let our = try seconds(of: workbench.tui, ours)
      let their = try seconds(of: rival.program.path, rival.arguments + [picture])
      guard round > 0 else { continue }
      times.ours.append(our)
      times.theirs.append(their)
    }
    return (Statistics(times.ours).median, Statistics(times.theirs).median)
  }

  private static func seconds(of program: String, _ arguments: [String]) throws -> Double {
    let run = try TerminalRun(program, arguments, columns: 80, rows: 24)
    try run.readToEnd()
    guard run.byteCount > 10_000 else { throw TerminalRun.Failure("\(program) drew no picture") }
    return run.secondsToLastByte
  }
}
