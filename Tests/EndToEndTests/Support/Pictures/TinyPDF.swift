/// Minimal PDFs: pages of one color each, four by three inches.
enum TinyPDF {
  /// Returns a document with one page for each color.
  static func pages(_ colors: TinyPNG.Pixel...) -> [UInt8] {
    let places = colors.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(places)]/Count \(colors.count)>>"]
    for (index, color) in colors.enumerated() {
      let light = [color.red, color.green, color.blue].map { "\(Double($0) / 255)" }.joined(separator: " ")
      let content = "\(light) rg 0 0 288 216 re f"
      objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 216]/Contents \(4 + 2 * index) 0 R/Resources<<>>>>")
      objects.append("<</Length \(content.utf8.count)>>stream\n\(content)\nendstream")
    }
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { text += String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n" }
    text += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }
}
