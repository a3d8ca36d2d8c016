/// The few lines that a shell needs to ask the program for completions.
package enum CompletionScript: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// What the person's shell evaluates or keeps in a file. Candidates come from the program, by its hidden
    /// `__complete`.
    package func text(tool: String) -> String {
        let function = "_" + tool.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        return switch self {
        case .bash: Self.bash(tool, function)
        case .zsh: Self.zsh(tool, function)
        case .fish: Self.fish(tool, function)
        }
    }

    /// bash splits words at '=' and ':' (COMP_WORDBREAKS) and leaves their quotes in; they are joined again without them, and only
    /// the part after the last break may be answered. It inserts an answer as it stands: quoted here, since it may be a name that
    /// somebody else chose. Behind an open quote it adds the closing one, and takes no backslash: what would need one is left out.
    private static func bash(_ tool: String, _ function: String) -> String {
        #"""
        \#(function)() {
          local words=() index word help cut quote
          for ((index = 1; index <= COMP_CWORD; index++)); do
            word=${COMP_WORDS[index]} quote=
            case $word in
              [\"\']*) quote=${word:0:1} word=${word:1} word=${word%"$quote"} ;;
              *) word=${word//\\/} ;;
            esac
            if ((${#words[@]})) && [[ $word == [=:]* || ${COMP_WORDS[index - 1]} == [=:] ]]; then
              words[${#words[@]} - 1]+=$word
            else
              words+=("$word")
            fi
          done
          local typed=${words[${#words[@]} - 1]}
          cut=${typed%"${typed##*[=:]}"}
          COMPREPLY=()
          while IFS=$'\t' read -r word help; do
            if [[ $word == :files ]]; then
              compopt -o filenames 2>/dev/null
              while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${typed#"$cut"}")
              continue
            fi
            [[ $word == *= ]] && compopt -o nospace 2>/dev/null
            word=${word#"$cut"}
            if [[ $quote ]]; then
              [[ $word == *[\"\'\\\$\`\!]* ]] || COMPREPLY+=("$word")
            else
              printf -v word %q "$word"
              COMPREPLY+=("$word")
            fi
          done < <("$1" __complete "${words[@]}" 2>/dev/null)
        }
        complete -F \#(function) \#(tool)

        """#
    }

    private static func zsh(_ tool: String, _ function: String) -> String {
        #"""
        #compdef \#(tool)
        \#(function)() {
          local -a candidates
          local line word typed=${words[CURRENT]#[\"\']}
          for line in "${(@f)$("${words[1]}" __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)typed}" 2>/dev/null)}"; do
            if [[ $line == ":files" ]]; then
              compset -P '*='
              _files
            elif [[ -n $line ]]; then
              word=${line%%$'\t'*}
              word=${word//\\/\\\\}
              [[ $line == *$'\t'* ]] && candidates+=("${word//:/\\:}:${line#*$'\t'}") || candidates+=("${word//:/\\:}")
            fi
          done
          (( ${#candidates} )) && _describe '\#(tool)' candidates
        }
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then \#(function) "$@"; else compdef \#(function) \#(tool); fi

        """#
    }

    private static func fish(_ tool: String, _ function: String) -> String {
        #"""
        function \#(function)
          set -l words (commandline -opc) (commandline -ct | string unescape)
          for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
            if test "$line" = ":files"
              __fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct))
            else
              echo $line
            end
          end
        end
        complete -c \#(tool) -f -a '(\#(function))'

        """#
    }
}
