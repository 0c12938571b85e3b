// Paints the demo deck: demo-deck FOLDER [NAME…]
// Without names, paints all pictures and deck.json; with names, only those pictures.
import Glibc

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
  fail("usage: demo-deck FOLDER [NAME…]", status: 64)
}

let names = Set(arguments.dropFirst())
do {
  for picture in Deck.pictures where names.isEmpty || names.contains(picture.name) {
    let bytes = try picture.encoded()
    try write(bytes, to: "\(folder)/\(picture.file)")
    print("\(picture.file): \((bytes.count + 512) / 1024) KiB")
  }
  if names.isEmpty { try write(Array(Deck.json.utf8), to: "\(folder)/deck.json") }
} catch {
  fail("demo-deck: \(error)", status: 1)
}
