/// A shell with programmable completion.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The shell by name.
  ///
  /// - Throws: `UsageError` if there are no completions for it.
  package init(named name: [UInt8]) throws(UsageError) {
    let name = String(decoding: name, as: UTF8.self)
    guard let shell = CompletionShell(rawValue: name) else {
      throw .invalidValue(
        option: "--generate-completion-script", value: name,
        expectation: CompletionShell.allCases.map(\.rawValue).alternatives)
    }
    self = shell
  }

  /// The user's shell, from the path in the variable SHELL; bash if it is another one.
  package init(path: String?) {
    let name = path?.split(separator: "/").last.map(String.init) ?? ""
    self = CompletionShell(rawValue: name) ?? .bash
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
