/// A test of how a terminal's kitty graphics behave: a transparent image of one pixel is uploaded, placed and deleted.
///
/// Terminals exist that answer the protocol's query and implement only a part of it. The commands are sent at once, with
/// the cursor's position queried before and after the placement, which must not move it.
package struct KittyProbe: Hashable, Sendable {
  /// What a terminal can do beyond placing images.
  package enum Ability: String, CaseIterable, Hashable, Sendable {
    /// It accepts frames of an animation (`a=f`).
    case animations
    /// It accepts virtual placements, which placeholders in the text refer to (`U=1`).
    case placeholders
    /// It resolves placements relative to others (`P`, `Q`).
    case relativePlacements = "relative placements"
  }

  /// The commands that are answered, of which those from 1 to 4 place the image by these numbers.
  private enum Step: UInt32 { case upload, placement, virtualPlacement, relativePlacement, afterDeletion, frame }

  /// The id of the image.
  package static let imageID = TerminalQuery.graphicsID + 4

  /// The answer to each command.
  private var answers: [Step: String] = [:]
  /// The cursor's positions before and after the placement.
  private var cursors: [[Int]] = []

  /// No answers yet.
  package init() {}

  /// The commands. The cursor is in the second row and column: a position in the first row looks like a key (F3).
  static var commands: String {
    func command(_ keys: String) -> String { "\u{1B}_Gi=\(imageID),\(keys)\u{1B}\\" }
    let (position, pixel, deletion) = ("\u{1B}[6n", "f=32,s=1,v=1;AAAAAA==", command("a=d,d=I,q=2"))
    return [
      "\u{1B}7\u{1B}[2;2H", command("a=t,\(pixel)"), position, command("a=p,p=1,z=1,C=1"), position,
      command("a=f,\(pixel)"),
      // A virtual placement cannot be relative, and the placement to which the other one is relative does not exist.
      command("a=p,p=2,U=1,P=\(imageID),Q=1,C=1"), command("a=p,p=3,P=\(imageID),Q=9,C=1"),
      deletion, command("a=p,p=4,z=1,C=1"), deletion, "\u{1B}8",
    ].joined()
  }

  /// Records an answer about the image; returns whether it is the last one.
  ///
  /// - Parameter placement: The placement's number in the answer, or 0.
  mutating func apply(placement: UInt32, _ message: String) -> Bool {
    let step = placement == 0 && answers[.upload] != nil ? .frame : Step(rawValue: placement)
    guard let step, answers[step] == nil else { return false }
    answers[step] = message
    return step == .afterDeletion
  }

  /// Records the cursor's position.
  mutating func apply(row: Int, column: Int) { if cursors.count < 2 { cursors.append([row, column]) } }

  /// What the terminal did wrong, or has not answered yet; nil if its images work.
  ///
  /// - Parameter confirmsDeleted: Whether it is known to confirm placements of deleted images.
  package func fault(confirmsDeleted: Bool = false) -> String? {
    if answers[.upload] != "OK" { return "an upload is not confirmed" }
    if answers[.placement] != "OK" { return "a placement is not confirmed with its number" }
    if cursors.count < 2 || cursors[0] != cursors[1] { return "a placement moves the cursor in spite of C=1" }
    if answers[.afterDeletion]?.hasPrefix("ENOENT") != true, !confirmsDeleted {
      return "a deleted image is still placed"
    }
    return nil
  }

  /// What the terminal has shown to be able to do.
  package var abilities: Set<Ability> {
    Set(
      Ability.allCases.filter { ability in
        switch ability {
        case .animations: answers[.frame] == "OK"
        case .placeholders: answers[.virtualPlacement]?.hasPrefix("EINVAL") == true
        case .relativePlacements: answers[.relativePlacement]?.hasPrefix("ENOPARENT") == true
        }
      })
  }
}
