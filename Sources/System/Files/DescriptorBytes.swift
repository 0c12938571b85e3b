import Glibc

/// Reads from a descriptor piece by piece, and writes to one.
package enum DescriptorBytes {
  /// Calls `body` with each piece until the end, an error, or until `body` returns false.
  ///
  /// - Parameter pause: Milliseconds without input after which `body` gets one empty piece. Then the next input is
  ///   awaited without limit, even on a non-blocking descriptor. If nil, input is not awaited,
  ///   and having to wait is an error.
  /// - Returns: The system's error number, or nil if there was none.
  package static func forEachPiece(
    of descriptor: Int32, tellingPauseAfter pause: Int32? = nil, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Int32? {
    // `poll` would ignore a negative descriptor.
    guard descriptor >= 0 else { return EBADF }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      var hasRead = false
      while true {
        if let pause {
          if hasRead, !isReady(descriptor, within: pause) {
            guard unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<0])) else { return nil }
          }
          // Another process that shares the open file may have made it non-blocking: `read` alone might not wait.
          while !isReady(descriptor, within: -1) {}
        }
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        let number = errno
        if count > 0 {
          guard unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return nil }
          hasRead = true
        } else if count == 0 {
          return nil
        } else if number == EINTR || (number == EAGAIN && pause != nil) {
          hasRead = false
        } else {
          return number
        }
      }
    }
  }

  /// Reads from an offset until the memory is full, the file ends or an error occurs.
  ///
  /// - Returns: The number of bytes, and the system's error number, or nil if there was none.
  package static func read(
    into memory: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int
  ) -> (count: Int, error: Int32?) {
    var count = 0
    while count < memory.count {
      // Within the memory: `count` is less than its count.
      let (place, rest) = unsafe (memory.baseAddress?.advanced(by: count), memory.count - count)
      let got = unsafe pread(descriptor, place, rest, offset + count)
      if got > 0 { count += got } else if got == 0 { break } else if errno != EINTR { return (count, errno) }
    }
    return (count, nil)
  }

  /// Writes all bytes, in several pieces if necessary, and waits until a non-blocking descriptor accepts them.
  ///
  /// - Parameter offset: Where they go in the file; nil: at its current offset.
  /// - Returns: The system's error number, or nil if there was none.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
  ) -> Int32? {
    var start = 0
    while start < bytes.count {
      // Within the buffer: `start` is less than its count.
      let (place, rest) = unsafe (bytes.baseAddress?.advanced(by: start), bytes.count - start)
      let count =
        if let offset { unsafe pwrite(descriptor, place, rest, offset + start) } else {
          unsafe Glibc.write(descriptor, place, rest)
        }
      if count > 0 {
        start += count
      } else if count == 0 {
        return EIO
      } else if errno == EAGAIN {
        while !isReady(descriptor, for: POLLOUT, within: -1) {}
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// Writes all bytes at the file's current offset.
  ///
  /// - Returns: The system's error number, or nil if there was none.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
    unsafe Array(bytes).withUnsafeBytes { unsafe write($0, to: descriptor) }
  }

  /// Whether input, room for output, an end or an error is available within a time; -1 waits without limit.
  private static func isReady(_ descriptor: Int32, for event: Int32 = POLLIN, within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let count = unsafe poll(&poller, 1, milliseconds)
    // If polling fails, `read` or `write` will report the reason.
    return count > 0 || (count < 0 && errno != EINTR)
  }
}
