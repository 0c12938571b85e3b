import Decks

/// What clients learn of the user's clicks and answers, and the question of a client that is open.
struct RemoteActivity: Sendable {
  /// A client's question, with pictures to choose from.
  struct Question: Hashable, Sendable {
    let number: Int
    let client: String?
    let text: String
    let origin: Location?
    let returnsToGrid: Bool
    /// Whether the pictures have been read.
    var isShown = false
  }

  /// The last answer; nil before the first one.
  private(set) var answer: (number: Int, slide: PlacedSlide?)?
  private(set) var question: Question?
  /// The number of clicks on slides so far, and the last slide.
  private(set) var clicks = 0
  private(set) var clicked: PlacedSlide?
  private var questions = 0

  var nextQuestion: Int { questions + 1 }

  mutating func click(on slide: PlacedSlide) { (clicks, clicked) = (clicks + 1, slide) }

  mutating func ask(_ question: Question) { (questions, self.question) = (question.number, question) }

  /// Records that the pictures of the question have been read; returns false if they were before, or there is none.
  mutating func showQuestion() -> Bool {
    guard question?.isShown == false else { return false }
    question?.isShown = true
    return true
  }

  /// Closes the question with an answer; nil: none of the pictures. Returns the question, nil if none is open.
  mutating func close(with slide: PlacedSlide?) -> Question? {
    guard let question else { return nil }
    (answer, self.question) = ((question.number, slide), nil)
    return question
  }
}
