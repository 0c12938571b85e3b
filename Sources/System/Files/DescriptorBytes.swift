import Glibc

/// Reading what comes from a descriptor, piece by piece, and writing to one.
package enum DescriptorBytes {
  /// Calls `body` with each piece until the end, an error, or until `body` says false.
  ///
  /// - Parameter pause: milliseconds after which a descriptor from which nothing has come since the last piece is told
  ///   by an empty piece, once; then it is waited for, however long, also where it is non-blocking. nil: it is not
  ///   waited for, and having to is an error.
  /// - Returns: The system's error number, nil when there was none.
  package static func forEachPiece(
    of descriptor: Int32, tellingPauseAfter pause: Int32? = nil, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Int32? {
    // Polling would pass over it in silence.
    guard descriptor >= 0 else { return EBADF }
    return unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      var hasRead = false
      while true {
        if let pause {
          if hasRead, !isReady(descriptor, within: pause) {
            guard unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<0])) else { return nil }
          }
          // Whoever shares the other end may have made it non-blocking: a read alone might not wait.
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

  /// Writes all bytes to a file, however many pieces that takes.
  ///
  /// - Returns: The system's error number, nil when there was none.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
      // Within the buffer: `start` is less than its count.
      let count = unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
      if count > 0 { start += count } else if count == 0 { return EIO } else if errno != EINTR { return errno }
    }
    return nil
  }

  /// Whether there is something to read, an end or an error included, before the time is over; -1: however long.
  private static func isReady(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&poller, 1, milliseconds)
    // What cannot be waited for is left to the read, which will say why.
    return count > 0 || (count < 0 && errno != EINTR)
  }
}
