import Glibc

/// The state of the machine's network.
enum Network {
  /// Whether any interface except loopback is up and has an IP address. Without one, a failed
  /// host lookup may succeed later.
  static var isThere: Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    // Unknown, so the resolver's result stands.
    guard unsafe getifaddrs(&first) == 0 else { return true }
    defer { unsafe freeifaddrs(first) }
    var next = unsafe first
    while let interface = unsafe next {
      let flags = Int(unsafe interface.pointee.ifa_flags)
      let isUp = flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
      if isUp, let address = unsafe interface.pointee.ifa_addr {
        let family = Int32(unsafe address.pointee.sa_family)
        if family == AF_INET || family == AF_INET6 { return true }
      }
      unsafe next = interface.pointee.ifa_next
    }
    return false
  }
}
