import CarouselApp
import Decks
import Glibc
import NcursesScreen
import System
import Terminal

/// Ends the process once the terminal is restored.
enum Ending {
  /// Prints what the options request, and exits with the outcome's status. After a signal, the process ends by that signal.
  static func leave(
    _ outcome: Outcome, _ show: SlideShow, _ decoding: DecodingChoice, _ statistics: FrameStatistics?
  ) -> Never {
    if show.command.output.stats, let statistics {
      StandardError.writeLines(
        "\(statistics.report)\ndecoding  \(decoding.summary)\ndecoders  \(show.command.picture.isolation.summary)")
    }
    switch outcome {
    case .quit(let marked):
      if show.command.click.printMarked { write(marked, show) }
      exit(show.options.click == .pick ? 130 : 0)
    case .picked(let slides):
      write(slides, show)
      exit(0)
    case .noSlides:
      StandardError.report(show.request.nothingFound)
      exit(1)
    case .nothingShown(let reason):
      StandardError.report(reason)
      exit(1)
    case .hangup: exit(128 + SIGHUP)
    case .signal(let number):
      ProcessSignals.end(by: number)
      exit(128 + number)
    }
  }

  /// Writes the names of slides to standard output, each ended by a newline or NUL.
  private static func write(_ slides: [Slide], _ show: SlideShow) {
    // A program gets exact names; for a terminal, control characters are made visible.
    let isSeen = isatty(STDOUT_FILENO) == 1
    var bytes: [UInt8] = []
    for slide in slides {
      let name = slide.location.printedReference
      bytes += isSeen ? StandardError.line(String(decoding: name, as: UTF8.self)) : name
      bytes.append(show.command.click.endsWithNUL && !isSeen ? 0 : 0x0A)
    }
    StandardOutput.write(bytes)
  }
}
