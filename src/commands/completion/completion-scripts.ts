// Scripts that complete commands and options at the Tab key. They hold all words themselves, because starting the program
// would take longer than a person waits.
import { COMMANDS } from '../command-table.ts'
import type { SHELLS } from '../command-table.ts'
import type { Command } from '../command.ts'
import { optionsOf } from '../usage.ts'

type Shell = (typeof SHELLS)[number]

export const completionScript = (shell: Shell): string => ({ bash, zsh, fish })[shell]()

const firstWords = (): string[] => [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))]

/** The second words of each first word that has any. */
function groups(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name } of COMMANDS) {
    const [first = '', second] = name.split(' ')
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second])
  }
  return found
}

/** Options, and the choices of the first argument. */
function wordsBehind(command: Command): string[] {
  const options = Object.keys(optionsOf(command)).map((name) => `--${name}`)
  return [...(command.arguments?.[0]?.choices ?? []), ...options, '--help']
}

/** A pattern of `case` per place in a command line: what was typed so far, and what may follow. */
const places = (): [typed: string, words: string[]][] => [
  ['', firstWords()],
  ...groups(),
  ...COMMANDS.map((command): [string, string[]] => [command.name, wordsBehind(command)]),
]

const caseLines = (assign: (words: string) => string): string =>
  places()
    .map(
      ([typed, words]) =>
        `    ${typed === '' ? "''" : `'${typed}'${typed.includes(' ') || !groups().has(typed) ? '*' : ''}`}) ${assign(words.join(' '))} ;;`,
    )
    .join('\n')

const bash = (): string => `# bash completion for lettermill: eval "$(lettermill completion bash)"
_lettermill() {
  local current="\${COMP_WORDS[COMP_CWORD]}" typed='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) typed="\${typed:+$typed }$word" ;; esac
  done
  case "$typed" in
${caseLines((words) => `words='${words}'`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _lettermill lettermill
`

const zsh = (): string => `#compdef lettermill
# zsh completion for lettermill: eval "$(lettermill completion zsh)"
_lettermill() {
  local typed='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) ;; *) typed="\${typed:+$typed }$word" ;; esac
  done
  case "$typed" in
${caseLines((words) => `choices=(${words})`)}
  esac
  compadd -- $choices || _files
}
compdef _lettermill lettermill
`

/** fish asks per command, and shows summaries. */
function fish(): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const line = (condition: string, rest: string) => `complete -c lettermill -n ${quote(condition)} ${rest}`
  const firsts = firstWords().map((word) => {
    const summary = COMMANDS.find(({ name }) => name === word)?.summary ?? `Commands about ${word}`
    return line('__fish_use_subcommand', `-f -a ${word} -d ${quote(summary)}`)
  })
  const rest = COMMANDS.flatMap((command) => {
    const [first = '', second] = command.name.split(' ')
    const seen = `__fish_seen_subcommand_from ${first}`
    const at = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`
    const seconds = [...(groups().get(first) ?? [])].join(' ')
    const word =
      second === undefined
        ? []
        : [
            line(
              `${seen}; and not __fish_seen_subcommand_from ${seconds}`,
              `-f -a ${second} -d ${quote(command.summary)}`,
            ),
          ]
    const options = Object.entries(optionsOf(command)).map(([name, option]) =>
      line(
        at,
        `-l ${name}${option.short ? ` -s ${option.short}` : ''}${option.type === 'text' ? ' -r' : ''} -d ${quote(option.summary)}`,
      ),
    )
    return [...word, ...options]
  })
  return `${['# fish completion for lettermill: lettermill completion fish | source', ...firsts, ...rest].join('\n')}\n`
}
