import Downloads
import FarSide
import Fetching
import System

/// A folder on the far side of ssh, or a picture that looks like one.
struct FarFolder {
  private let url: String
  private let address: FarAddress
  private let hosts: FarHosts

  /// What a URL names; nil if that is certainly a picture, or no ssh URL.
  init?(_ argument: [UInt8], _ hosts: FarHosts?) {
    guard WebAddress.isFar(argument), let hosts else { return nil }
    url = String(decoding: argument, as: UTF8.self)
    guard let address = FarAddress(url) else { return nil }
    guard address.path.last == Path.slash || !PictureNames.isPicture(Path(address.path).name) else { return nil }
    (self.address, self.hosts) = (address, hosts)
  }

  /// Lists it. Blocks.
  ///
  /// - Parameter onGrowth: called with `RemoteListing.grown`.
  /// - Returns: all slides.
  func segments(_ request: DeckRequest, onGrowth: (Deck.Segment) -> Void) -> [Deck.Segment] {
    let sort = request.sort ?? .name
    let hasFacts = [.time, .taken, .size].contains(sort)
    var listing = RemoteListing(base: address.folderURL, sort: sort)
    let result = hosts.list(address, isRecursive: request.recursive, hasFacts: hasFacts) { entries in
      _ = listing.add(entries)
      if let segment = listing.grown() { onGrowth(segment) }
      return !listing.isFull
    }
    switch result {
    case .isFile: return [.slides([Slide(.url(url))])]
    case .complete: return listing.count > 0 ? [listing.segment()] : []
    case .failed(let failure):
      let rest = Slide(.broken(entry: WebAddress.shown(url), reason: failure.description))
      return (listing.count > 0 ? [listing.segment()] : []) + [.slides([rest])]
    }
  }
}
