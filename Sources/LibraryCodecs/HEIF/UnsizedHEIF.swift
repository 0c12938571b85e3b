#if HEIF
  import Imaging

  /// A HEIF file without the sizes that its pictures declare (ISO/IEC 23008-12, 6.5.3), which are free space instead.
  struct UnsizedHEIF: ByteSource {
    private let file: any ByteSource
    /// Where the types of the boxes with sizes are.
    private let types: [Int]

    init(_ file: any ByteSource) {
      let read = { (offset: Int, count: Int) in Array(file.bytes(at: offset, count: count)) }
      let metadata = MediaBoxes.content(of: ["meta"], in: 0..<file.count, reading: read) ?? 0..<0
      // A version and flags come first.
      let properties = MediaBoxes.content(of: ["iprp", "ipco"], in: metadata.dropFirst(4), reading: read) ?? 0..<0
      let boxes = MediaBoxes.boxes(in: properties, reading: read)
      (self.file, types) = (file, boxes.filter { $0.type == "ispe" }.map { $0.content.lowerBound - 4 })
    }

    var count: Int { file.count }

    func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
      var bytes = file.bytes(at: offset, count: count)
      let read = offset..<offset + bytes.count
      for type in types where read.overlaps(type..<type + 4) {
        for (index, byte) in zip(type..., "free".utf8) where read.contains(index) {
          bytes[bytes.startIndex + index - offset] = byte
        }
      }
      return bytes
    }
  }
#endif
