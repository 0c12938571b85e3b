import CCurses
import Carousel
import CarouselValues
import Glibc

// A carousel in the cells of a terminal, by curses: colored cards with dots beneath them.
//
//   swift run Cells            arrow keys, a digit for a card, drags of the mouse; q ends
//   swift run Cells --print    prints the screen at the end of the last motion, for tests

let titles = ["Amber", "Birch", "Coral", "Dune", "Ember", "Fjord", "Grove"]

/// The size of the screen, in cells.
struct Screen {
  var columns: Int
  var rows: Int

  /// The rows above the dots and the text beneath them.
  var cardRows: Int { max(1, rows - 2) }

  static var current: Screen {
    let screen = unsafe standard_screen()
    return unsafe Screen(columns: Int(getmaxx(screen)), rows: Int(getmaxy(screen)))
  }
}

/// The carousel, the pointer that drags it, and the clock.
struct Host {
  private let start = ContinuousClock.now
  private(set) var carousel: CarouselMachine
  /// The column at which the pointer was pressed; nil if nothing is dragged.
  private var grip: Int?
  private var tracker = VelocityTracker()

  init() {
    let layout = CarouselMachine.Layout(pageLength: 0.5, spacing: 0.03, neighbors: 1)
    carousel = CarouselMachine(count: titles.count, settings: .init(layout: layout))
  }

  var now: Timestamp { Timestamp(ContinuousClock.now, since: start) }

  /// The time until the next frame or change, in milliseconds; −1 for any time.
  var timeout: Int32 {
    let wake = carousel.nextWake(after: now)
    guard let due = wake.deadline(after: now, frameInterval: .milliseconds(16)) else { return -1 }
    return Int32(min(max(0, now.duration(to: due) / .milliseconds(1)) + 1, 60_000))
  }

  /// Handles a key; returns false if it ends the program.
  mutating func press(_ key: Int32) -> Bool {
    switch key {
    case KEY_RIGHT: carousel.handle(.move(by: 1, holding: .milliseconds(400)), at: now)
    case KEY_LEFT: carousel.handle(.move(by: -1, holding: .milliseconds(400)), at: now)
    case 0x31...0x39: carousel.handle(.jump(to: Int(key) - 0x31), at: now)
    case KEY_MOUSE: followMouse()
    case 0x71: return false
    // The time is up, the window has another size, or a key has no meaning.
    default: carousel.handle(.tick, at: now)
    }
    return true
  }

  private mutating func followMouse() {
    var event = MEVENT()
    guard unsafe getmouse(&event) == OK else { return }
    let column = Int(event.x)
    if event.bstate & mouse_pressed != 0 {
      (grip, tracker) = (column, VelocityTracker())
      carousel.handle(.grab, at: now)
    }
    guard let grip else { return }
    let way = SlidePoint(x: Double(column - grip) / Double(Screen.current.columns), y: 0)
    let pull = carousel.settings.layout.pages(forTranslation: way)
    tracker.add(pull, at: now)
    carousel.handle(.drag(to: pull), at: now)
    if event.bstate & mouse_released != 0 {
      self.grip = nil
      carousel.handle(.release(velocity: tracker.velocity(at: now)), at: now)
    }
  }
}

/// Draws the cards back to front, each over its box's cells, and the dots.
func draw(_ frame: CarouselMachine.Frame, on screen: Screen) {
  erase()
  func cell(_ edge: Double, of count: Int) -> Int { max(0, min(Int((edge * Double(count)).rounded()), count)) }
  for layer in frame.layers {
    let columns = cell(layer.box.x, of: screen.columns)..<cell(layer.box.x + layer.box.width, of: screen.columns)
    let rows = cell(layer.box.y, of: screen.cardRows)..<cell(layer.box.y + layer.box.height, of: screen.cardRows)
    let title = titles[layer.slide]
    let middle = Int(((layer.box.x + layer.box.width / 2) * Double(screen.columns)).rounded())
    attron(COLOR_PAIR(Int32(layer.slide % 6 + 1)))
    for row in rows {
      for column in columns {
        let letter = column - middle + title.count / 2
        let isTitle = row == screen.cardRows / 2 && (0..<title.count).contains(letter)
        put(isTitle ? String(Array(title)[letter]) : " ", row, column)
      }
    }
    attroff(COLOR_PAIR(Int32(layer.slide % 6 + 1)))
  }
  let dots = titles.indices.map { $0 == frame.nearestSlide ? "●" : "○" }.joined(separator: " ")
  put(dots, screen.rows - 2, max(0, screen.columns / 2 - titles.count))
  put("\((frame.nearestSlide ?? 0) + 1) of \(frame.count)", screen.rows - 1, max(0, screen.columns / 2 - 3))
  refresh()
}

func put(_ text: String, _ row: Int, _ column: Int) { _ = unsafe mvaddstr(Int32(row), Int32(column), text) }

/// The text of a row of the screen.
func text(_ row: Int, columns: Int) -> String {
  var bytes = [CChar](repeating: 0, count: columns * 4 + 1)
  _ = unsafe mvinnstr(Int32(row), 0, &bytes, Int32(bytes.count - 1))
  return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

_ = unsafe setlocale(LC_ALL, "")
guard unsafe initscr() != nil else { exit(1) }
_ = unsafe (cbreak(), noecho(), curs_set(0), start_color(), keypad(standard_screen(), true))
for pair in 1...6 { init_pair(Int16(pair), Int16(COLOR_BLACK), Int16(pair)) }
_ = mousemask(mouse_pressed | mouse_released | mouse_moved, nil)
mouseinterval(0)

var host = Host()
repeat {
  draw(host.carousel.frame(at: host.now), on: Screen.current)
  timeout(host.timeout)
} while host.press(getch())

let screen = Screen.current
// What is under way ends within a second.
draw(host.carousel.frame(at: host.now.advanced(by: .seconds(1))), on: screen)
let last = (0..<screen.rows).map { text($0, columns: screen.columns) }
endwin()
if CommandLine.arguments.contains("--print") { for row in last { print("|\(row)") } }
