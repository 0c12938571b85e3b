import CommandLineOptions
import TestSupport
import Testing

@Suite("Texts generated from the table of options")
struct GeneratedTextTests {
  private let sample = Sample.commandLine.description

  @Test func `fish completes names, values, files and folders`() {
    let lines = sample.completionScript(for: .fish).split(separator: "\n")
    expect(
      lines.prefix(4),
      equals: [
        "# Completions of sample for fish", "complete -c sample -l 'interval' -x -d 'Seconds between slides.'",
        "complete -c sample -l 'mode' -x -a 'slide fade none' -d 'Transition.'",
        "complete -c sample -s 'q' -l 'quiet' -d 'Print nothing, unlike --count 3.'",
      ])
    #expect(lines.contains(#"complete -c sample -l 'title' -x -d 'Title [a:b] or \'c\'.'"#))
    #expect(lines.contains("complete -c sample -l 'file' -r -F -d 'A file.'"))
    #expect(lines.contains("complete -c sample -s 'h' -l 'help' -d 'Print this summary of the options.'"))
  }

  @Test func `zsh gets a specification for each option, with special characters escaped`() {
    let lines = sample.completionScript(for: .zsh).split(separator: "\n").map { $0.drop { $0 == " " } }
    expect(lines.first, equals: "#compdef sample")
    #expect(lines.contains(#"'--mode=[Transition.]:MODE:(slide fade none)' \"#))
    #expect(lines.contains(#"'--title=[Title \[a\:b\] or '\''c'\''.]:TEXT: ' \"#))
    #expect(lines.contains(#"'--file=[A file.]:FILE:_files' \"#))
    #expect(lines.contains(#"'*--action=[Add an action.]:A|B: ' \"#))
    #expect(lines.contains(#"'(--help)-h[Print this summary of the options.]' \"#))
    expect(lines.last, equals: "'*:FILE:_files'")
  }

  @Test func `bash gets a case for each option with a value`() {
    let lines = sample.completionScript(for: .bash).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains(#"--mode) mapfile -t COMPREPLY < <(compgen -W 'slide fade none' -- "$current"); return ;;"#))
    #expect(lines.contains("--file) _sample_paths -f; return ;;"))
    #expect(lines.contains("--count) return ;;"))
    expect(lines.last, equals: "complete -F _sample sample")
  }

  @Test(
    arguments: [
      ("/usr/bin/zsh", .zsh), ("/usr/local/bin/fish", .fish), ("/bin/sh", .bash), ("", .bash), (nil, .bash),
    ] as [(String?, CompletionShell)])
  func `without a name, completions are for the user's shell`(path: String?, shell: CompletionShell) throws {
    try expect(CompletionShell(named: nil, userShell: path), equals: shell)
  }

  @Test func `completions for an unknown shell are an error`() {
    let error = #expect(throws: UsageError.self) { try CompletionShell(named: Array("tcsh".utf8), userShell: nil) }
    expect(error?.description, equals: "--generate-completion-script 'tcsh': expected bash, zsh or fish")
  }
}
