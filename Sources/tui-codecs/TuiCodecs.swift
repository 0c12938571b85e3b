import Decoding
import Imaging
import LibraryCodecs
import System

/// The program that tui starts for formats whose libraries take too long to start for every picture. It forks workers without privileges,
/// which decode what they are sent.
@main
enum TuiCodecs {
  static func main() {
    if ProgramArguments.all.map({ String(decoding: $0, as: UTF8.self) }) == ["--version"] {
      print(LibraryCodecs.all.libraries.joined(separator: ", "))
      return
    }
    SystemResources.returnFreedMemory()
    CodecsProgram.serve(
      body: { DecodingWorker.serve($0, by: InProcessDecoder(codecs: LibraryCodecs.all)) },
      preparation: { _ in LibraryCodecs.prepare() })
    print("tui starts this program to decode pictures: \(LibraryCodecs.all.libraries.joined(separator: ", "))")
  }
}
