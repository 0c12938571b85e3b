import Bitmaps
package import Decks
import Imaging
package import Pictures
import System
import Terminal

/// What `--json` and `--alt` print about a slide instead of its picture.
package struct SlideFacts {
  private let slide: Slide
  /// The slide's number, from 1.
  private let number: Int
  private let count: Int
  private let picture: Result<LoadedPicture, LoadError>

  /// Facts about a slide whose picture was loaded, or could not be.
  package init(of slide: Slide, number: Int, count: Int, picture: Result<LoadedPicture, LoadError>) {
    (self.slide, self.number, self.count, self.picture) = (slide, number, count, picture)
  }

  /// Why the slide cannot be shown; nil if it can.
  package var failure: LoadError? {
    if case .failure(let error) = picture { error } else { nil }
  }

  private var loaded: LoadedPicture? { try? picture.get() }

  /// The day on which the picture was taken or, if that is unknown, its file was changed, and the time of that day.
  private var date: (day: String?, time: String?) {
    if let day = loaded?.metadata.date { return (day, loaded?.metadata.time) }
    return (loaded?.modificationTime.map(CaptionFormat.day), nil)
  }

  /// An object on one line, without a newline. Unknown facts are left out.
  ///
  /// Its `image`, `caption`, `link`, and what replaces options, are those of a deck (`DeckFile`), so that an array of
  /// these objects is a deck.
  package var json: String {
    var members: [String] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { members.append("\(JSONText.quoted(name)): \(JSONText.quoted(text))") }
    }
    func add(_ name: String, _ number: Int?) {
      if let number { members.append("\(JSONText.quoted(name)): \(number)") }
    }
    add("number", number)
    add("image", String(decoding: slide.location.fullReference, as: UTF8.self))
    add("name", String(decoding: slide.location.nameBytes, as: UTF8.self))
    add("page", slide.location.pageNumber)
    add("caption", slide.caption)
    add("link", slide.link)
    if let duration = slide.own.duration { members.append("\"duration\": \(duration.json)") }
    add("transition", slide.own.transition)
    add("background", slide.own.background)
    add("fit", slide.own.fit)
    switch picture {
    case .success(let picture):
      add("width", picture.naturalSize.width)
      add("height", picture.naturalSize.height)
      add("format", picture.formatText)
      add("bytes", picture.byteCount)
      add("date", date.day)
      add("time", date.time)
      add("camera", picture.metadata.camera)
      add("lens", picture.metadata.lens)
      add("exposure", picture.metadata.exposure)
      add("focalLength", picture.metadata.focalLength)
      add("speed", picture.metadata.speed)
      add("place", picture.metadata.location)
      add("profile", picture.metadata.profile)
      if picture.metadata.hasGainMap { members.append("\"gainMap\": true") }
      add("description", picture.metadata.description)
      if picture.animation != nil { members.append("\"animated\": true") }
      add("defect", picture.defect?.description)
    case .failure(let error): add("error", error.description)
    }
    add("problem", slide.own.problem)
    return "{\(members.joined(separator: ", "))}"
  }

  /// A sentence or two in place of the picture, as for a screen reader, on one line and without a newline.
  ///
  /// - Parameter captions: the text that comes first, unless it is empty.
  package func alternativeText(_ captions: CaptionFormat) -> String {
    let name = String(decoding: slide.location.nameBytes, as: UTF8.self)
    let page = slide.location.pageNumber.map { ", page \($0)" } ?? ""
    // The defect is named at the end.
    var facts = CaptionFormat.Facts(of: slide, number: number, count: count, picture: loaded)
    facts.defect = nil
    let caption = captions.text(for: facts)
    let shown = caption.isEmpty ? loaded?.metadata.description ?? "" : caption
    var text = "\(number) of \(count): "
    if !shown.isEmpty, shown != name { text += "\(shown)\(shown.endsSentence ? "" : ".") " }
    // A name that the caption contains is not repeated.
    let subject = shown != name && !name.isEmpty && shown.includes(name) ? "" : "\(name)\(page)"
    switch picture {
    case .success(let picture):
      let size = "\(picture.naturalSize.width) by \(picture.naturalSize.height) pixels"
      text += subject.isEmpty ? "" : "\(subject), "
      text += "\(picture.animation == nil ? "" : "animated ")\(picture.format), \(size)"
      if let day = date.day, !day.isEmpty { text += ", \(day)" }
      if let defect = picture.defect { text += ", \(defect)" }
      text += "."
    case .failure(let error): text += "\(subject.isEmpty ? "It" : subject) cannot be shown: \(error.description)."
    }
    return SafeText.visible(text)
  }
}

extension String {
  fileprivate var endsSentence: Bool { last.map { ".!?…".contains($0) } ?? false }
}

/// Text in JSON (RFC 8259).
enum JSONText {
  /// A string with its quotation marks. Controls and invisible formatting characters are escaped, so that a terminal can
  /// show the result.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        default: quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}
