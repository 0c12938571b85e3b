import Carousel
import CarouselValues
import Foundation

// Draws the pictures of transitions and layouts in the documentation, as SVG: Catalogue FOLDER. `check` compares them with
// those in the repository.

/// A moment of a carousel.
struct Scene {
  var transition = SlideTransition.slide
  var layout = CarouselMachine.Layout()
  /// How far the slides have been dragged, in pages.
  var offset = 0.4

  var layers: [CarouselMachine.Layer] {
    let settings = CarouselMachine.Settings(
      interval: nil, transition: TransitionSettings(transition), layout: layout)
    var carousel = CarouselMachine(count: 5, start: 1, settings: settings)
    carousel.handle(.grab, at: .zero)
    carousel.handle(.drag(to: offset), at: .zero)
    return carousel.frame(at: .zero).layers
  }
}

let beside = CarouselMachine.Layout(pageLength: 0.5, spacing: 0.03, neighbors: 1)
let scenes: [(name: String, scene: Scene)] = [
  ("transition-slide", Scene()),
  ("transition-fade", Scene(transition: .fade)),
  ("transition-push", Scene(transition: .push)),
  ("transition-stack", Scene(transition: .stack)),
  ("transition-depth", Scene(transition: .depth)),
  ("transition-cover-flow", Scene(transition: .coverFlow, layout: beside, offset: 0)),
  ("transition-curl", Scene(transition: .curl)),
  ("layout-neighbors", Scene(layout: beside, offset: 0)),
  (
    "layout-vertical",
    Scene(layout: CarouselMachine.Layout(axis: .vertical, pageLength: 0.6, spacing: 0.05, neighbors: 1))
  ),
  ("layout-mirrored", Scene(layout: CarouselMachine.Layout(isMirrored: true))),
]

/// Draws layers as numbered sheets in a view.
struct Drawing {
  let layout: CarouselMachine.Layout
  private let view = SlideSize(width: 320, height: 180)
  private let colors = ["#c8553d", "#2f6690", "#588157", "#e0a458", "#6d597a"]
  /// How much shorter an edge appears whose slide is turned by 90°.
  private let depth = 0.25

  init(layout: CarouselMachine.Layout) { self.layout = layout }

  func svg(_ layers: [CarouselMachine.Layer]) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180" width="320" height="180">
    <clipPath id="view"><rect width="320" height="180"/></clipPath>
    <rect width="320" height="180" fill="#111"/>
    <g clip-path="url(#view)" font-family="sans-serif" font-size="48" fill="#fff" text-anchor="middle">
    \(layers.map(sheet).joined(separator: "\n"))
    </g>
    </svg>

    """
  }

  /// The slide's outline and number, and black over it by the pose's shade.
  private func sheet(_ layer: CarouselMachine.Layer) -> String {
    let corners = corners(of: layer)
    let outline = corners.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    let middle = SlidePoint(x: corners.map(\.x).reduce(0, +) / 4, y: corners.map(\.y).reduce(0, +) / 4)
    let shade = #"<polygon points="\#(outline)" fill="black" opacity="\#(number(layer.pose.shade))"/>"#
    return """
      <g opacity="\(number(layer.pose.opacity))"><polygon points="\(outline)" fill="\(colors[layer.slide])"/>\
      <text x="\(number(middle.x))" y="\(number(middle.y + 17))">\(layer.slide + 1)</text>\(layer.pose.shade > 0 ? shade : "")</g>
      """
  }

  /// The corners, clockwise from the top left. A turned slide is narrower, and its far edge is shorter.
  private func corners(of layer: CarouselMachine.Layer) -> [SlidePoint] {
    let (box, pose) = (layer.box.scaled(by: view), layer.pose)
    let isVertical = layout.axis == .vertical
    let (start, length) = isVertical ? (box.y, box.height) : (box.x, box.width)
    let (side, breadth) = isVertical ? (box.x, box.width) : (box.y, box.height)
    let sign = layout.isMirrored ? -1.0 : 1.0
    let line = start + length * (1 + sign * pose.hinge) / 2
    let angle = sign * pose.turn * .pi / 180
    /// The two corners at an edge, by their place along the axis.
    func edge(_ place: Double) -> (along: Double, inset: Double) {
      let reach = place - line
      // Away from the viewer where it is positive.
      let distance = reach / length * sin(angle)
      return (line + reach * cos(angle), breadth * depth * distance / 2)
    }
    let (first, last) = (edge(start), edge(start + length))
    let points = [
      (first.along, side + first.inset), (last.along, side + last.inset),
      (last.along, side + breadth - last.inset), (first.along, side + breadth - first.inset),
    ]
    return points.map { isVertical ? SlidePoint(x: $0.1, y: $0.0) : SlidePoint(x: $0.0, y: $0.1) }
  }

  /// A number with one decimal place.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: Catalogue FOLDER")
  exit(64)
}
for (name, scene) in scenes {
  let picture = Drawing(layout: scene.layout).svg(scene.layers)
  try picture.write(toFile: "\(CommandLine.arguments[1])/\(name).svg", atomically: false, encoding: .utf8)
}
