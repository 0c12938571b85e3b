extension CommandDescription {
  /// A script for bash 4 and later. It needs no library.
  var bashCompletion: String {
    let names = options.flatMap(\.names).joined(separator: " ")
    return """
      # Completions of \(program) for bash
      \(completionFunction)() {
          local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} index
          # bash takes "=" for a word.
          if [[ $current == "=" ]]; then
              current=
          elif [[ $option == "=" ]]; then
              option=${COMP_WORDS[COMP_CWORD-2]}
          fi
          COMPREPLY=()
          for ((index = 1; index < COMP_CWORD; index++)); do
              if [[ ${COMP_WORDS[index]} == "--" ]]; then
                  \(completionFunction)_paths -f
                  return
              fi
          done
          case $option in
      \(bashCases)
          esac
          if [[ $current == -* ]]; then
              mapfile -t COMPREPLY < <(compgen -W \(quoted(names)) -- "$current")
              return
          fi
      \(bashOperands)
      }

      \(completionFunction)_paths() {
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
      }
      \(bashLines)

      complete -F \(completionFunction) \(program)
      """
  }

  /// A case for each option that has a value.
  private var bashCases: String {
    options.compactMap { option -> String? in
      guard let value = option.value else { return nil }
      let action = bashAction(value.completion).map { "\($0); " } ?? ""
      return "        \(option.names.joined(separator: "|"))) \(action)return ;;"
    }.joined(separator: "\n")
  }

  /// What completes the current word; nil: nothing does.
  private func bashAction(_ completion: ValueCompletion) -> String? {
    switch completion {
    case .none: nil
    case .words(let words):
      "mapfile -t COMPREPLY < <(compgen -W \(quoted(words.joined(separator: " "))) -- \"$current\")"
    case .files: "\(completionFunction)_paths -f"
    case .folders: "\(completionFunction)_paths -d"
    case .lines(let command): "\(completionFunction)_lines \(command)"
    }
  }

  /// A function that completes by a command's lines. Unlike `compgen -W`, it expands nothing in them.
  private var bashLines: String {
    guard !commands.isEmpty else { return "" }
    return """


      \(completionFunction)_lines() {
          local line
          while IFS= read -r line; do
              [[ $line == "$current"* ]] && COMPREPLY+=("$line")
          done < <("$@" 2>/dev/null)
          return 0
      }
      """
  }

  private var bashOperands: String {
    guard !commands.isEmpty else { return "    \(completionFunction)_paths -f" }
    let valued = options.filter { $0.value != nil }.flatMap(\.names).joined(separator: "|")
    let cases = commands.compactMap { command in
      bashAction(command.arguments).map { "        \(command.name)) \($0) ;;" }
    }
    return """
          local command=
          for ((index = 1; index < COMP_CWORD; index++)); do
              case ${COMP_WORDS[index]} in
                  \(valued)) [[ ${COMP_WORDS[++index]} == "=" ]] && ((index++)) ;;
                  -*) ;;
                  *) command=${COMP_WORDS[index]}; break ;;
              esac
          done
          case $command in
              "") \(bashAction(.words(commands.map(\.name))) ?? "") ;;
      \(cases.joined(separator: "\n"))
          esac
      """
  }
}
