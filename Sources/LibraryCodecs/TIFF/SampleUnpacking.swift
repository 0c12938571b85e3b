#if TIFF
  /// Unpacks a row's bytes into samples of at most 16 bits. Samples of whole bytes are in
  /// little-endian order, this machine's.
  struct SampleUnpacking {
    let bits: Int
    let numbers: TIFFPicture.Numbers

    var unpackedBits: Int { numbers == .real ? 16 : min(bits, 16) }

    /// Unpacks as many samples as `samples` holds; `bytes` must contain them.
    func unpack(_ bytes: [UInt8], into samples: inout [UInt16]) {
      precondition(bytes.count * 8 >= samples.count * bits, "a row has all its samples")
      switch (bits, numbers) {
      case (8, _): for index in samples.indices { samples[index] = UInt16(bytes[index]) }
      case (16, .real):
        for index in samples.indices {
          samples[index] = SampleUnpacking.wide(Double(Float16(bitPattern: UInt16(word(bytes, index, 2)))))
        }
      case (24, .real):
        for index in samples.indices {
          samples[index] = SampleUnpacking.wide(SampleUnpacking.real24(word(bytes, index, 3)))
        }
      case (32, .real):
        for index in samples.indices {
          samples[index] = SampleUnpacking.wide(Double(Float(bitPattern: UInt32(word(bytes, index, 4)))))
        }
      case (64, .real):
        for index in samples.indices {
          samples[index] = SampleUnpacking.wide(Double(bitPattern: word(bytes, index, 8)))
        }
      case (16, _), (24, _), (32, _), (64, _):
        // Keeps the upper 16 bits.
        let count = bits / 8
        for index in samples.indices { samples[index] = UInt16(word(bytes, index, count) >> UInt64(bits - 16)) }
      default: unpackBits(bytes, into: &samples)
      }
      guard numbers == .signed else { return }
      // The least number becomes black.
      let flip = UInt16(1) << UInt16(unpackedBits - 1)
      for index in samples.indices { samples[index] ^= flip }
    }

    /// Unpacks samples that are not whole bytes: they are packed bit by bit, most significant first.
    private func unpackBits(_ bytes: [UInt8], into samples: inout [UInt16]) {
      var (bitBuffer, count, next) = (UInt64(0), 0, 0)
      for index in samples.indices {
        while count < bits {
          bitBuffer = bitBuffer << 8 | UInt64(bytes[next])
          (count, next) = (count + 8, next + 1)
        }
        count -= bits
        let value = bitBuffer >> UInt64(count) & (1 << UInt64(bits) - 1)
        samples[index] = UInt16(value >> UInt64(max(0, bits - 16)))
      }
    }

    private func word(_ bytes: [UInt8], _ index: Int, _ count: Int) -> UInt64 {
      var word: UInt64 = 0
      for byte in 0..<count { word |= UInt64(bytes[index * count + byte]) << UInt64(8 * byte) }
      return word
    }

    /// Maps 0…1 to 0…65535, clamped; NaN becomes 0.
    private static func wide(_ value: Double) -> UInt16 {
      value > 0 ? UInt16((min(value, 1) * 65_535).rounded()) : 0
    }

    /// Decodes a sign, seven bits of exponent and sixteen of fraction (Adobe's TIFF Technical Note 3).
    private static func real24(_ bits: UInt64) -> Double {
      let (exponent, fraction) = (Int(bits >> 16 & 0x7F), Double(bits & 0xFFFF) / 65_536)
      if exponent == 127 { return fraction == 0 ? .infinity : .nan }
      let value =
        exponent == 0
        ? fraction * 0x1p-62 : (1 + fraction) * Double(sign: .plus, exponent: exponent - 63, significand: 1)
      return bits & 0x80_0000 == 0 ? value : -value
    }
  }
#endif
