extension ProgramRun {
  /// Reads all output until its end.
  ///
  /// - Throws: `ProgramFailure`.
  package func readAll() throws(ProgramFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &piece)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Reads the next output, at most `count` bytes; empty at the end.
  ///
  /// - Throws: `ProgramFailure`.
  package func readPiece(_ count: Int) throws(ProgramFailure) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    let got = try read(into: &piece)
    return Array(piece.prefix(got))
  }

  /// Fills the array with output from index `start` on.
  ///
  /// - Returns: false if the output ended before.
  /// - Throws: `ProgramFailure`.
  package func fill(_ bytes: inout [UInt8], from start: Int = 0) throws(ProgramFailure) -> Bool {
    var count = start
    while count < bytes.count {
      let got = try read(into: &bytes, from: count)
      if got == 0 { return false }
      count += got
    }
    return true
  }

  private func read(into bytes: inout [UInt8], from start: Int = 0) throws(ProgramFailure) -> Int {
    // Within the array: the buffer is the part from `start` on.
    let result: Result<Int, ProgramFailure> = unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(ProgramFailure) {
        return .success(try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...])))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
