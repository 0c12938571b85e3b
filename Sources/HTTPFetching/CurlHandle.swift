import CCurl

/// A libcurl easy handle: its options and transfer information.
@safe struct CurlHandle: ~Copyable {
  /// The pointer for libcurl's own functions.
  let raw: UnsafeMutableRawPointer

  /// Creates a handle; nil if there is no memory.
  init?() {
    guard let raw = unsafe curl_easy_init() else { return nil }
    unsafe self.raw = raw
  }

  deinit { unsafe curl_easy_cleanup(raw) }

  func set(_ option: CURLoption, _ value: Int) { _ = unsafe tui_curl_set_long(raw, option, value) }

  func set(_ option: CURLoption, size: Int) { _ = unsafe tui_curl_set_size(raw, option, curl_off_t(size)) }

  /// Sets a string option; returns whether libcurl accepted it.
  @discardableResult
  func set(_ option: CURLoption, _ value: String) -> Bool { unsafe tui_curl_set_string(raw, option, value) == CURLE_OK }

  func number(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe tui_curl_get_long(raw, info, &value) == CURLE_OK ? value : 0
  }

  func size(_ info: CURLINFO) -> Int {
    var value: curl_off_t = -1
    return unsafe tui_curl_get_size(raw, info, &value) == CURLE_OK ? Int(value) : -1
  }

  /// A field of the last response, with several values joined by commas; nil if it is missing, too long, or contains
  /// control characters.
  func header(_ name: String) -> String? {
    var values: [String] = []
    while values.count < 32, let value = value(values.count, of: name) { values.append(value) }
    guard !values.isEmpty, values.allSatisfy(Self.isClean), values.reduce(0, { $0 + $1.utf8.count }) <= 2_048 else {
      return nil
    }
    return values.joined(separator: ", ")
  }

  /// The first value of a field; nil if it is missing, too long, or contains control characters.
  func firstHeader(_ name: String, longest: Int = 2_048) -> String? {
    value(0, of: name).flatMap { $0.utf8.count <= longest && Self.isClean($0) ? $0 : nil }
  }

  private func value(_ index: Int, of name: String) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard unsafe curl_easy_header(raw, name, index, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK else { return nil }
    return unsafe header?.pointee.value.map { unsafe String(cString: $0) }
  }

  private static func isClean(_ text: String) -> Bool { !text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}
