/// The programs and pictures that all benchmarks use.
struct Workbench {
  /// The path of the measured program.
  let tui: String
  /// The path of the program that times the encoder and the fit in its own process.
  let microBench: String
  /// The folder of scripts that serve pictures.
  let tools: String
  /// The sample pictures.
  let samples: SamplePictures
  /// How often a run is repeated when compared with another program's.
  let repetitions: Int

  /// Starts a carousel in 24-bit colors that does not advance.
  func carousel(
    _ arguments: [String], art: String = "half", columns: Int = 80, rows: Int = 24
  ) throws -> TerminalRun {
    try TerminalRun(
      tui, ["--interval", "0", "--art", art, "--color", "truecolor"] + arguments, columns: columns, rows: rows)
  }
}
