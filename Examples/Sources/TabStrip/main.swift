import Carousel
import CarouselValues

// A tab strip linked to a carousel, in text mode:
//
//   printf 'l\nl\n7\n' | swift run TabStrip             plays the motions in the terminal
//   printf 'l\nl\n7\n' | swift run TabStrip --frames    prints each frame as lines, without waiting
//
// Each input line is a command: l and h go to the next and the previous page, a number goes to that page.

let pages = ["Inbox", "Drafts", "Sent", "Archive", "Spam", "Trash", "Notes", "Contacts"]
let width = 64
let showsFrames = CommandLine.arguments.contains("--frames")
let frameInterval: Duration = showsFrames ? .milliseconds(50) : .milliseconds(16)

/// The start and the length of each tab's caption, in columns.
let tabs: [(start: Double, length: Double)] = pages.indices.map { index in
  let before = pages[..<index].reduce(0) { $0 + $1.count + 2 }
  return (Double(before), Double(pages[index].count))
}

/// Returns the indicator beneath the current tab. It moves and resizes with the progress, even across many tabs in a
/// jump.
func mark(_ progress: CarouselMachine.Progress) -> String {
  guard let from = progress.from else { return "" }
  let (start, end) = (tabs[from], tabs[progress.to ?? from])
  let share = abs(progress.value)
  let left = start.start + (end.start - start.start) * share
  let length = start.length + (end.length - start.length) * share
  return String(repeating: " ", count: Int(left.rounded())) + String(repeating: "━", count: Int(length.rounded()))
}

/// Returns the pages in view, each as a caption in the middle of its box.
func page(_ frame: CarouselMachine.Frame) -> String {
  var row = Array(repeating: Character(" "), count: width)
  for layer in frame.layers {
    let caption = Array("[ " + pages[layer.slide] + " ]")
    let middle = (layer.box.x + layer.box.width / 2) * Double(width)
    let left = Int(middle.rounded()) - caption.count / 2
    for (index, character) in caption.enumerated() where row.indices.contains(left + index) {
      row[left + index] = character
    }
  }
  return String(row)
}

func draw(_ frame: CarouselMachine.Frame) {
  let lines = [pages.joined(separator: "  "), mark(frame.progress), page(frame)]
  if showsFrames {
    print(lines.joined(separator: "\n"))
  } else {
    // Overwrite the lines of the previous frame.
    print(lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\n"), terminator: "\n\u{1B}[3A")
  }
}

func event(for line: String, in carousel: CarouselMachine) -> CarouselMachine.Event? {
  switch line {
  case "l": .move(by: 1)
  case "h": .move(by: -1)
  default: Int(line).map { .jump(to: $0 - 1) }
  }
}

var carousel = CarouselMachine(count: pages.count, settings: .init(interval: nil))
var now = Timestamp.zero
draw(carousel.frame(at: now))
while let line = readLine() {
  guard let event = event(for: line, in: carousel) else { continue }
  carousel.handle(event, at: now)
  // Draw the motion frame by frame until nothing is due.
  while let due = carousel.nextWake(after: now).deadline(after: now, frameInterval: frameInterval) {
    if !showsFrames { try await Task.sleep(for: now.duration(to: due)) }
    now = due
    carousel.handle(.tick, at: now)
    draw(carousel.frame(at: now))
  }
}
if !showsFrames { print("\n\n") }
