import Carousel
import CarouselValues

// Plays a script of events and prints the state of the carousel, for tests in other languages. Each input line is a
// time in milliseconds and an event; each output line is a JSON object:
//
//   0 slides 12 3          a carousel of 12 slides on slide 3 (must come first)
//   0 set mode fade        slide, fade, none, push, stack, depth, cover-flow, curl
//   0 set interval 5000    0: no auto-advance        0 set wraps off     0 set heading backward
//   0 set layout 0.5 0.02 1 vertical mirrored        page length, spacing, neighbors
//   10 swipe 1 400         by one page, held for 400 ms          10 step -1      10 jump 7      10 place 7
//   10 grab                10 drag 0.4                           10 release 2.5
//   10 pause menu          10 resume menu        10 advance      10 tick
//   10 reload 9 2:3 4:5    nine slides now; what was 2 is 3, and what was 4 is 5

let modes: [String: TransitionSettings] = [
  "slide": .slide, "fade": .fade, "none": .none, "push": TransitionSettings(.push), "stack": TransitionSettings(.stack),
  "depth": TransitionSettings(.depth), "cover-flow": TransitionSettings(.coverFlow), "curl": TransitionSettings(.curl),
]

func settings(_ words: ArraySlice<String>, from old: CarouselMachine.Settings) -> CarouselMachine.Settings? {
  var settings = old
  guard let name = words.first, let value = words.dropFirst().first else { return nil }
  let numbers = words.dropFirst().compactMap(Double.init)
  switch name {
  case "mode":
    guard let mode = modes[value] else { return nil }
    settings.transition = mode
  case "interval": settings.interval = numbers.first.flatMap { $0 > 0 ? .seconds($0 / 1000) : nil }
  case "wraps": settings.wraps = value != "off"
  case "heading": settings.heading = value == "backward" ? .backward : .forward
  case "layout":
    guard numbers.count == 3 else { return nil }
    settings.layout = CarouselMachine.Layout(
      axis: words.contains("vertical") ? .vertical : .horizontal, isMirrored: words.contains("mirrored"),
      pageLength: numbers[0], spacing: numbers[1], neighbors: Int(exactly: numbers[2].rounded()) ?? 0)
  default: return nil
  }
  return settings
}

func event(_ words: ArraySlice<String>, for carousel: CarouselMachine) -> CarouselMachine.Event? {
  let arguments = words.dropFirst()
  let whole = arguments.first.flatMap { Int($0) }
  let number = arguments.first.flatMap { Double($0) }
  switch words.first {
  case "swipe":
    return whole.map { .move(by: $0, holding: .milliseconds(arguments.dropFirst().first.flatMap { Int($0) } ?? 0)) }
  case "step": return whole.map { .move(by: $0, cause: .program) }
  case "jump": return whole.map { .jump(to: $0) }
  case "place": return whole.map { .jump(to: $0, animated: false) }
  case "grab": return .grab
  case "drag": return number.map { .drag(to: $0) }
  case "release": return number.map { .release(velocity: $0) }
  case "pause": return arguments.first.map { .pause(PauseReason(rawValue: $0)) }
  case "resume": return arguments.first.map { .resume(PauseReason(rawValue: $0)) }
  case "advance": return .advanceAutomatically
  case "tick": return .tick
  case "set": return settings(arguments, from: carousel.settings).map { .configure($0) }
  case "reload":
    guard let whole else { return nil }
    var places: [Int: Int] = [:]
    for pair in arguments.dropFirst() {
      let ends = pair.split(separator: ":").compactMap { Int($0) }
      if ends.count == 2 { places[ends[0]] = ends[1] }
    }
    return .reload(Reload(count: whole, newIndices: places))
  default: return nil
  }
}

func json(_ slide: Int?) -> String { slide.map(String.init) ?? "null" }

/// Returns a number rounded to six decimal places.
func json(_ number: Double) -> String { "\((number * 1e6).rounded() / 1e6)" }

func json(_ progress: CarouselMachine.Progress) -> String {
  #"{"from":\#(json(progress.from)),"to":\#(json(progress.to)),"value":\#(json(progress.value)),"cause":"\#(progress.cause)"}"#
}

func json(_ report: CarouselMachine.Report) -> String {
  switch report {
  case .willAppear(let slide): #"{"willAppear":\#(slide)}"#
  case .willBegin(_, let slide, _): #"{"willBegin":\#(slide)}"#
  case .didShow(let slide, _): #"{"didShow":\#(json(slide))}"#
  case .progress(let progress): #"{"progress":\#(json(progress))}"#
  case .didLand(let slide, let cause, _, let isFinished):
    #"{"didLand":\#(slide),"cause":"\#(cause)","isFinished":\#(isFinished)}"#
  case .didDisappear(let slide): #"{"didDisappear":\#(slide)}"#
  case .willDepart(let slide, let number): #"{"willDepart":\#(slide),"as":\#(number)}"#
  case .didDepart(let number): #"{"didDepart":\#(number)}"#
  @unknown default: #"{"report":"\#(report)"}"#
  }
}

func json(_ layer: CarouselMachine.Layer) -> String {
  let box = [layer.box.x, layer.box.y, layer.box.width, layer.box.height].map { json($0) }.joined(separator: ",")
  return #"{"slide":\#(layer.slide),"box":[\#(box)],"opacity":\#(json(layer.pose.opacity)),"#
    + #""shade":\#(json(layer.pose.shade)),"turn":\#(json(layer.pose.turn)),"hinge":\#(json(layer.pose.hinge))}"#
}

func json(_ wake: Wake) -> String {
  switch wake {
  case .nextFrame: #""frame""#
  case .at(let moment): json(moment.sinceStart / .milliseconds(1))
  case .never: "null"
  }
}

var carousel = CarouselMachine(count: 0)
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  guard let first = words.first, !first.hasPrefix("#") else { continue }
  guard let milliseconds = Double(first), words.count > 1 else { fatalError("no time and event: \(line)") }
  let now = Timestamp(.milliseconds(milliseconds))
  var reports: [CarouselMachine.Report] = []
  if words[1] == "slides" {
    let numbers = words.dropFirst(2).compactMap { Int($0) }
    carousel = CarouselMachine(count: numbers.first ?? 0, start: numbers.dropFirst().first ?? 0, at: now)
  } else {
    guard let event = event(words.dropFirst(), for: carousel) else { fatalError("no event: \(line)") }
    reports = carousel.handle(event, at: now)
  }
  let frame = carousel.frame(at: now)
  print(
    #"{"at":\#(json(milliseconds)),"count":\#(frame.count),"current":\#(json(frame.current)),"#
      + #""destination":\#(json(frame.destination)),"progress":\#(json(frame.progress)),"isMoving":\#(frame.isMoving),"#
      + #""layers":[\#(frame.layers.map { json($0) }.joined(separator: ","))],"#
      + #""demand":[\#(carousel.demand.visible),\#(carousel.demand.upcoming)],"#
      + #""reports":[\#(reports.map { json($0) }.joined(separator: ","))],"wake":\#(json(carousel.nextWake(after: now)))}"#
  )
}
