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
        let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
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

  /// Writes all bytes to a file, in several pieces if necessary.
  ///
  /// - Returns: The system's error number, or nil if there was none.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
      // Within the buffer: `start` is less than its count.
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      if count > 0 { start += count } else if count == 0 { return EIO } else if errno != EINTR { return errno }
    }
    return nil
  }

  /// Whether input, an end or an error is available within a time; -1 waits without limit.
  private static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&poller, 1, milliseconds)
    // If polling fails, `read` will report the reason.
    return count > 0 || (count < 0 && errno != EINTR)
  }
}
