// The types of the table of commands. Help, parsing, shell completion, `commands --json` and docs/cli.md come from it.

export type CommandOption = {
  type: 'text' | 'flag'
  summary: string
  /** The value as help shows it, such as `<url>`. */
  value?: string
  /** May be given several times. */
  isMany?: boolean
  isRequired?: boolean
  short?: string
  choices?: readonly string[]
}

export type CommandArgument = {
  name: string
  summary: string
  isOptional?: boolean
  /** The last argument may take all words that are left. */
  isMany?: boolean
  choices?: readonly string[]
}

type CommandFacts = {
  /** One or two words: `doctor`, `emails send`. */
  name: string
  summary: string
  arguments?: readonly CommandArgument[]
  options?: Readonly<Record<string, CommandOption>>
}

/** `change` takes --dry-run; `destroy` also asks before it acts, unless --yes is given. */
export type CommandEffect = 'read' | 'change' | 'destroy'

/** Works on the machine of the server, with its settings and its database. */
export type OperateCommand = CommandFacts & { family: 'operate'; effect: 'read' | 'change' | 'destroy' }

/** Calls a server over HTTP, from anywhere. */
export type CallCommand = CommandFacts & {
  family: 'call'
  effect: CommandEffect
  /** It only reads and writes the profiles of this machine. */
  isLocal?: boolean
  run(call: Call): Promise<void>
}

/** About the program itself. */
export type ProgramCommand = CommandFacts & { family: 'program'; effect: 'read' }

export type Command = OperateCommand | CallCommand | ProgramCommand

/** The words of a command line, checked against the command. */
export type ParsedWords = {
  /** The value of an argument; empty if it is optional and absent. */
  word: (name: string) => string
  text: (option: string) => string | undefined
  texts: (option: string) => string[]
  isOn: (option: string) => boolean
}

/** A call command while it runs. */
export type Call = ParsedWords & {
  api: Api
  output: Output
  /** Aborts when the process is told to end. */
  signal: AbortSignal
}

export type Query = Readonly<Record<string, string | undefined>>

export type ChangeRequest = {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: Query | undefined
  body?: unknown
  /** A file to send instead of JSON. */
  upload?: { file: string; type: string } | undefined
  /** For work that takes longer than other calls. */
  timeoutMs?: number | undefined
}

/** The answer to a request that was only shown (--dry-run). */
export const NOT_SENT = Symbol('not sent')

export type Api = {
  url: string
  /** The text of the key that is used. */
  key: string
  get<T>(path: string, query?: Query): Promise<T>
  /** A POST that changes nothing, and so has no dry run. */
  compute<T>(path: string, body: unknown, timeoutMs?: number): Promise<T>
  /** With --dry-run it prints the request, sends nothing and returns NOT_SENT. */
  change<T>(request: ChangeRequest): Promise<T | typeof NOT_SENT>
  /** The body of an answer that is not JSON. */
  download(path: string, query?: Query): Promise<ReadableStream<Uint8Array>>
  /** Any status, without retries: for checks of the server itself. @throws CommandFailure if it is not reached */
  probe(path: string): Promise<Probe>
}

export type Probe = {
  status: number
  /** Names are in lower case. */
  headers: Record<string, string>
  body: unknown
  /** The error of the answer. */
  error: { code: string; message: string } | null
}

export type Column<T> = { head: string; value: (item: T) => unknown }

export type Output = {
  isJson: boolean
  /** One record. `text` is for people; by default its fields. */
  record(record: unknown, text?: () => string): void
  list<T>(items: readonly T[], columns: readonly Column<T>[]): void
  /** One of many that come over time: a line of JSON, or a line of text. */
  line(record: unknown, text: () => string): void
  /** On standard error. */
  note(text: string): void
}
