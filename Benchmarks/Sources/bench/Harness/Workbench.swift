/// What every benchmark works with.
struct Workbench {
  /// The program that is measured.
  let tui: String
  /// The program that times the encoder and the fit in its own process.
  let microBench: String
  /// Our own path: some measurements run in a process of their own.
  let bench: String
  /// The script of the web server that pictures are downloaded from.
  let server: String
  /// Where the pictures are.
  let samples: SamplePictures
  /// How often a run is repeated that is compared with another program's.
  let repetitions: Int
}
