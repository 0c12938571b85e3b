/// A shell with programmable completion.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The named shell, or else the user's.
  ///
  /// - Parameter userShell: The path in the variable SHELL. If it leads to another shell, bash is used.
  /// - Throws: `UsageError` if there are no completions for the named shell.
  package init(named name: [UInt8]?, userShell: String?) throws(UsageError) {
    guard let name else {
      self = userShell?.split(separator: "/").last.flatMap { CompletionShell(rawValue: String($0)) } ?? .bash
      return
    }
    let text = String(decoding: name, as: UTF8.self)
    guard let shell = CompletionShell(rawValue: text) else {
      throw .invalidValue(
        option: "--generate-completion-script", value: text,
        expectation: CompletionShell.allCases.map(\.rawValue).alternatives)
    }
    self = shell
  }
}

extension CommandDescription {
  /// The completion script for a shell, without a newline at its end.
  package func completionScript(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// The name of the shell function that completes the program's arguments.
  var completionFunction: String { "_" + program.split(separator: "-").joined(separator: "_") }
}

/// A text in single quotes, for a POSIX shell.
func quoted(_ text: String) -> String {
  "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
}
