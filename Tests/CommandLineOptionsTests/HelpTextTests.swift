import CommandLineOptions
import TestSupport
import Testing

@Suite("The text of --help")
struct HelpTextTests {
  @Test func `options stand on the left and their descriptions on the right, with values, range and default`() {
    expect(
      Sample.commandLine.description.help(columns: 64),
      equals: """
        A sample program.

        Usage: sample [options] [FILE] ...

        Shows all kinds of options.

        Motion:
          --interval SECONDS      Seconds between slides. (2 to 86400;
                                  default: 5)
          --mode MODE             Transition. (values: slide, fade,
                                  none; default: slide)
          -q, --quiet             Print nothing, unlike --count 3.

        Other:
          --count N               How many. (1 to 16; default: 3)
          --columns N             Columns. (1 or more; default: as many
                                  as fit)
          --title TEXT            Title [a:b] or 'c'. (default: a \\ ●)
          --file FILE             A file.
          --action A|B            Add an action.
          -0                      End with NUL.

        General:
          -h, --help              Print this summary of the options.
          --version               Print the version.
          --generate-completion-script SHELL
                                  Print completions for a shell.
                                  (values: bash, zsh, fish)
        """)
  }

  @Test func `on a narrow window descriptions stand below the options`() {
    let lines = Sample.commandLine.description.help(columns: 40).split(separator: "\n")
    #expect(lines.contains("  --interval SECONDS"))
    #expect(lines.contains("      Seconds between slides. (2 to"))
    #expect(lines.contains("      86400; default: 5)"))
    #expect(lines.allSatisfy { $0.count <= 40 })
  }
}
