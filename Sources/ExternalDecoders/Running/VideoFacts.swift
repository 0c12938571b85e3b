/// ffprobe's facts about a video.
package struct VideoFacts: Hashable, Sendable {
  /// A frame rate of `numerator` / `denominator` per second, 1…60.
  package struct Rate: Hashable, Sendable {
    package let numerator: Int
    package let denominator: Int

    /// The rate of videos that do not declare one.
    static let defaultRate = Rate(numerator: 25, denominator: 1)

    /// The time for which each frame is shown.
    package var delay: Duration { .seconds(denominator) / numerator }

    /// The rate in ffmpeg's notation.
    var text: String { "\(numerator)/\(denominator)" }

    init(numerator: Int, denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// A rate in ffprobe's notation, such as "30000/1001", capped at 60; nil if it is invalid or below 1.
    init?(_ text: String) {
      let parts = text.split(separator: "/").compactMap { Int($0) }
      guard parts.count == 2, 1...1_000_000_000 ~= parts[0], 1...1_000_000_000 ~= parts[1], parts[0] >= parts[1] else {
        return nil
      }
      let isFast = parts[0] > 60 * parts[1]
      self.init(numerator: isFast ? 60 : parts[0], denominator: isFast ? 1 : parts[1])
    }
  }

  /// The number of the first stream of several frames, otherwise of the first with pictures.
  let stream: Int
  /// The frame rate.
  package let rate: Rate
  let declaresColorMatrix: Bool
  /// The height in rows as stored; nil if ffprobe does not report it.
  let rows: Int?

  /// ffprobe's arguments.
  static func arguments(demuxer: String) -> [String] {
    ["-hide_banner", "-v", "error", "-protocol_whitelist", "file,pipe", "-f", demuxer, "-select_streams", "V"]
      + ["-show_entries", "stream=index,height,avg_frame_rate,r_frame_rate,color_space,nb_frames"]
      + ["-of", "compact=print_section=0", "file:/dev/stdin"]
  }

  /// Reads ffprobe's lines, each with names and values of a stream.
  init(_ output: [UInt8]) {
    let streams = output.split(separator: 0x0A).map { line in
      var values: [String: String] = [:]
      for field in String(decoding: line.prefix(400), as: UTF8.self).split(separator: "|") {
        let parts = field.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
      }
      return values
    }
    let values = streams.first { $0["nb_frames"] != "1" } ?? streams.first ?? [:]
    stream = values["index"].flatMap { Int($0) } ?? 0
    rate = values["avg_frame_rate"].flatMap(Rate.init) ?? values["r_frame_rate"].flatMap(Rate.init) ?? .defaultRate
    declaresColorMatrix = values["color_space"].map { $0 != "unknown" && $0 != "N/A" } ?? false
    rows = values["height"].flatMap { Int($0) }
  }
}
