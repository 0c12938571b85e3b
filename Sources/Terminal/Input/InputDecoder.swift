/// Bytes from a terminal → events. A value: bytes may arrive split anywhere, and time-outs are told, never taken.
package struct InputDecoder: Sendable {
  /// A decoder for the standard xterm encodings, plus a terminal's own sequences (from terminfo) for keys.
  package init(keySequences: [[UInt8]: Key] = [:]) {}

  /// Whether a sequence stands unfinished, so that `timeOut` should be called after `escapeDelay` without bytes.
  package var isPending: Bool { false }

  /// Decodes more bytes.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] { [] }

  /// No more bytes came for `escapeDelay`: a lone ESC is the Escape key, any other unfinished sequence is dropped.
  package mutating func timeOut() -> [InputEvent] { [] }
}
