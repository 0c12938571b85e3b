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
  func header(_ name: String, longest: Int = 2_048) -> String? {
    var values: [String] = []
    var (index, amount, length) = (0, 1, 0)
    while index < min(amount, 32) {
      var header: UnsafeMutablePointer<curl_header>?
      guard unsafe curl_easy_header(raw, name, index, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
        let found = unsafe header?.pointee, let value = unsafe found.value
      else { break }
      let text = unsafe String(cString: value)
      length += text.utf8.count
      guard length <= longest, !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
      values.append(text)
      amount = unsafe found.amount
      index += 1
    }
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The first value of a field; nil if it is missing, too long, or contains control characters.
  func firstHeader(_ name: String, longest: Int = 2_048) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard unsafe curl_easy_header(raw, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let value = unsafe header?.pointee.value
    else { return nil }
    let text = unsafe String(cString: value)
    let isClean = !text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    return text.utf8.count <= longest && isClean ? text : nil
  }
}
