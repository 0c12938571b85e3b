import System

/// The commands that wait to be performed outside.
struct CommandQueue: Sendable {
  /// The commands, in order.
  private(set) var commands: [IssuedCommand] = []
  private var generation = Generation.first
  private var hasEnded = false

  /// Issues a command, which stays until it has been performed.
  mutating func issue(_ command: Command) {
    commands.append(IssuedCommand(command: command, generation: generation.advance()))
  }

  /// Issues a command that ends the program, unless such a command has been issued before.
  mutating func end(with command: Command) {
    if !hasEnded { issue(command) }
    hasEnded = true
  }

  /// Removes a command that was performed.
  mutating func performed(_ command: IssuedCommand) { commands.removeAll { $0 == command } }
}
