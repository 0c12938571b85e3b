import JSON

/// The tools as models read about them.
extension MCPTools {
  static let instructions = """
    tui shows pictures to a person in a terminal. Show plots and screenshots instead of describing them, ask when the \
    person has to choose between pictures, and look at what the person sees before you talk about it.
    """

  /// The tools in the form of `tools/list`, in the same order each time.
  static let list: JSONValue = {
    let paths =
      #""paths":{"type":"array","items":{"type":"string"},"maxItems":100,"description":"Paths of pictures, PDFs, films or folders, or http(s) URLs."}"#
    func tool(_ name: String, _ help: String, _ properties: String = "", _ required: String = "", changes: Bool = false)
      -> String
    {
      #"{"name":"\#(name)","description":"\#(help)","annotations":{"readOnlyHint":\#(!changes),"destructiveHint":false,"openWorldHint":false},"#
        + #""inputSchema":{"type":"object","properties":{\#(properties)},"required":[\#(required)],"additionalProperties":false}}"#
    }
    let tools = [
      tool(
        "show", "Shows pictures to the person, and goes to the first of them.",
        paths + #","caption":{"type":"string","description":"A line of text below the pictures."},"#
          + #""group":{"type":"string","description":"Pictures of one group stay together."},"#
          + #""replace":{"type":"string","description":"A key: a later picture with the same key takes the place of this one."}"#,
        #""paths""#, changes: true),
      tool(
        "ask",
        "Shows two or more pictures side by side, waits until the person has chosen one, and returns its path as you gave it.",
        paths + #","question":{"type":"string","description":"A short question."}"#, #""paths","question""#,
        changes: true),
      tool(
        "look",
        "Returns what the person sees: the visible part of the picture, as far as they have zoomed in, and where it is in the picture's pixels.",
        #""max_side":{"type":"integer","minimum":16,"maximum":2800,"default":1024,"description":"The longest side, in pixels."}"#
      ),
      tool("marks", "Returns the paths of the pictures that the person has marked, one in a line."),
      tool("query", "Returns the state as JSON: the current picture, the number of pictures, the open question."),
    ]
    let text = "[\(tools.joined(separator: ","))]"
    return (try? JSONDecoder().decode(JSONValue.self, from: Array(text.utf8))) ?? []
  }()

  /// The properties of a tool's arguments; nil if there is no such tool.
  static func properties(of name: String) -> [String: JSONValue]? {
    guard case .array(let tools) = list else { return nil }
    return tools.first { $0["name"]?.text == name }?["inputSchema"]?["properties"]?.fields
  }
}
