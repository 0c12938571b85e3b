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
          else
              \(completionFunction)_paths -f
          fi
      }

      \(completionFunction)_paths() {
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
      }

      complete -F \(completionFunction) \(program)
      """
  }

  /// A case for each option that has a value.
  private var bashCases: String {
    options.compactMap { option -> String? in
      guard let value = option.value else { return nil }
      let action =
        switch value.completion {
        case .none: ""
        case .words(let words):
          "mapfile -t COMPREPLY < <(compgen -W \(quoted(words.joined(separator: " "))) -- \"$current\"); "
        case .files: "\(completionFunction)_paths -f; "
        case .folders: "\(completionFunction)_paths -d; "
        }
      return "        \(option.names.joined(separator: "|"))) \(action)return ;;"
    }.joined(separator: "\n")
  }
}
