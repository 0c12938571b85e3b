#if TIFF
  import CTiff
  import Imaging

  /// Reads the stored bytes of a picture's rows from the top: one piece for each row, or one for each of its planes.
  ///
  /// Strips are read row by row, whatever their height. Each plane has its own open file, so that none is decoded more
  /// than once. Of tiles, one row of tiles is held.
  struct RowSource {
    private let picture: TIFFPicture
    private let planes: [Plane]
    /// The bytes of the current row, one piece for each plane.
    private(set) var pieces: [[UInt8]]

    private struct Plane {
      let file: TIFFFile
      let sample: Int
    }

    /// The file of the first plane.
    var file: TIFFFile { planes[0].file }

    private let isTiled: Bool
    private let tileWidth: Int
    private let tileHeight: Int
    /// The current row of tiles of each plane.
    private var bands: [[UInt8]] = []

    /// The most bytes of a row of tiles, over all planes.
    private static let maxBandBytes = 1 << 30

    /// Prepares to read the rows of a picture.
    ///
    /// - Parameter open: Opens the file once more.
    /// - Throws: `ImageError`.
    init(
      _ file: TIFFFile, _ picture: TIFFPicture, open: () throws(ImageError) -> TIFFFile
    ) throws(ImageError) {
      self.picture = picture
      var planes = [Plane(file: file, sample: 0)]
      let wanted = picture.isPlanar ? Array(0..<picture.colors.count) + (picture.alpha.map { [$0.sample] } ?? []) : [0]
      for sample in wanted.dropFirst() { planes.append(Plane(file: try open(), sample: sample)) }
      self.planes = planes
      isTiled = file.isTiled
      (tileWidth, tileHeight) = (file.long(TIFFTAG_TILEWIDTH) ?? 0, file.long(TIFFTAG_TILELENGTH) ?? 0)
      let rowBytes = (picture.width * (picture.isPlanar ? 1 : picture.samples) * picture.bits + 7) / 8
      if isTiled {
        guard tileWidth > 0, tileHeight > 0, file.tileRowBytes > 0, file.tileBytes >= file.tileRowBytes else {
          throw TIFFFile.failure("its tiles have no size")
        }
        let bandRowBytes = (picture.width + tileWidth - 1) / tileWidth * file.tileRowBytes
        let (bandBytes, overflow) = bandRowBytes.multipliedReportingOverflow(by: min(tileHeight, picture.height))
        guard bandRowBytes >= rowBytes, !overflow, bandBytes * planes.count <= RowSource.maxBandBytes,
          file.tileBytes <= RowSource.maxBandBytes
        else { throw TIFFFile.unsupported("its tiles are too large") }
        bands = Array(repeating: Array(repeating: 0, count: bandBytes), count: planes.count)
        pieces = Array(repeating: Array(repeating: 0, count: bandRowBytes), count: planes.count)
      } else {
        guard file.rowBytes >= rowBytes else { throw TIFFFile.failure("its rows are too short") }
        pieces = Array(repeating: Array(repeating: 0, count: file.rowBytes), count: planes.count)
      }
    }

    /// Reads the next row into `pieces`.
    ///
    /// - Parameter row: The row's number; each row is read once, in order from 0.
    /// - Throws: `ImageError`.
    mutating func read(_ row: Int) throws(ImageError) {
      for (index, plane) in planes.enumerated() {
        guard isTiled else {
          try plane.file.read(row: row, sample: plane.sample, into: &pieces[index])
          continue
        }
        if row % tileHeight == 0 { try readBand(row, index) }
        let count = pieces[index].count
        let start = row % tileHeight * count
        pieces[index].replaceSubrange(0..<count, with: bands[index][start..<start + count])
      }
    }

    private mutating func readBand(_ row: Int, _ index: Int) throws(ImageError) {
      let plane = planes[index]
      let (tileRowBytes, bandRowBytes) = (plane.file.tileRowBytes, pieces[index].count)
      var tile = [UInt8](repeating: 0, count: plane.file.tileBytes)
      let rows = min(tileHeight, picture.height - row, tile.count / tileRowBytes)
      for (number, column) in stride(from: 0, to: picture.width, by: tileWidth).enumerated() {
        try plane.file.readTile(column: column, row: row, sample: plane.sample, into: &tile)
        for line in 0..<rows {
          let start = line * bandRowBytes + number * tileRowBytes
          bands[index].replaceSubrange(
            start..<start + tileRowBytes, with: tile[line * tileRowBytes..<(line + 1) * tileRowBytes])
        }
      }
    }
  }
#endif
