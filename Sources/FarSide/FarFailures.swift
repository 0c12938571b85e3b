import Fetching
import System

extension FetchFailure {
  /// A failure that the far side reports, in its own words.
  init(farSide reason: String, isTransient: Bool) {
    self.init(.other, DiagnosticLine.printable(Array(reason.utf8)[...]), isTransient: isTransient)
  }

  /// The failure of a connection, with what `ssh` said.
  init(ssh reason: String, to host: FarAddress.Host) {
    self.init(.connectionLost, "ssh \(host.name): \(reason)", isTransient: true)
  }
}
