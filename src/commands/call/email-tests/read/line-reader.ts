// One line of a test file, word by word.

/** Says what is wrong with a line, and what to write instead. */
export class LineMistake extends Error {}

const SPACE = /[ \t]*/y
const WORD = /[^\s,]+/y
const QUOTED = /"[^"\\]*(?:\\.[^"\\]*)*"|`[^`]*`/y
const KEY = /[\p{L}_][\p{L}\p{N}_.-]*/uy
/** A list or an object of JSON ends with its bracket; brackets in texts do not count. */
const JSON_PART = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|[^"[\]{}]+/y

const LONGEST_SHOWN = 40

export class LineReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#match(SPACE)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The rest of the line as it is; then nothing is left. */
  rest(): string {
    const rest = this.#text.slice(this.#at).trimEnd()
    this.#at = this.#text.length
    return rest
  }

  /** Takes these words if they are next; capitals make no difference. */
  takes(...words: readonly string[]): boolean {
    const start = this.#at
    const isNext = words.every((word) => this.#match(WORD)?.toLowerCase() === word && this.#isSpaced())
    if (!isNext) this.#at = start
    return isNext
  }

  /** @throws LineMistake unless one of the words is next */
  oneOf<Word extends string>(words: readonly Word[]): Word {
    const found = words.find((word) => this.takes(word))
    if (found === undefined) throw new LineMistake(`${this.#here()}, and needs ${listed(words)} there`)
    return found
  }

  /** A number without sign or fraction. */
  wholeNumber(what: string): number {
    const word = this.#match(WORD)
    if (word === undefined || !/^\d{1,9}$/.test(word)) throw this.#needs(what, word)
    this.#match(SPACE)
    return Number(word)
  }

  /** A word, or words in quotation marks. */
  name(what: string): string {
    const quoted = this.#match(QUOTED)
    const name = quoted === undefined ? this.#match(WORD) : unquoted(quoted)
    if (name === undefined || name === '') throw this.#needs(what)
    this.#match(SPACE)
    return name
  }

  /** The next word, which stays. */
  peek(): string {
    const start = this.#at
    const word = this.#match(WORD) ?? ''
    this.#at = start
    return word
  }

  /** `plan pro, seats 5 and tags ["a"]` as an object; a dot in a name leads into an object. */
  fields(): Record<string, unknown> {
    const found = {}
    do {
      const key = this.#match(KEY)
      if (key === undefined) throw this.#needs('the name of a field, such as plan')
      this.#match(SPACE)
      put(found, key, this.#value(key))
      this.#match(SPACE)
    } while (this.#takesComma() || this.takes('and'))
    return found
  }

  end(): void {
    if (!this.isAtEnd) throw new LineMistake(`${this.#here()}, where the line should end`)
  }

  #value(key: string): unknown {
    const sign = this.#text[this.#at]
    const json = sign === '[' || sign === '{' ? this.#json() : undefined
    if (json !== undefined) return parsed(json)
    const quoted = this.#match(QUOTED)
    if (quoted !== undefined) return unquoted(quoted)
    const word = this.#match(WORD)
    if (word === undefined) throw this.#needs(`a value for ${key}, such as ${key} 5 or ${key} "some text"`)
    return /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(word) ? parsed(word) : word
  }

  #json(): string {
    const start = this.#at
    let depth = 0
    do {
      const part = this.#match(JSON_PART)
      if (part === undefined) throw new LineMistake('has a list or an object whose bracket is not closed')
      if (part === '[' || part === '{') depth += 1
      if (part === ']' || part === '}') depth -= 1
    } while (depth > 0)
    return this.#text.slice(start, this.#at)
  }

  #takesComma(): boolean {
    if (this.#text[this.#at] !== ',') return false
    this.#at += 1
    this.#match(SPACE)
    this.takes('and')
    return true
  }

  #isSpaced(): boolean {
    this.#match(SPACE)
    return true
  }

  #needs(what: string, word?: string): LineMistake {
    if (word !== undefined) return new LineMistake(`has "${word.slice(0, LONGEST_SHOWN)}" instead of ${what}`)
    return new LineMistake(`${this.#here()}, and needs ${what} there`)
  }

  #here(): string {
    const rest = this.#text.slice(this.#at).trimEnd()
    return rest === '' ? 'ends too early' : `has "${rest.slice(0, LONGEST_SHOWN)}"`
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }
}

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const unquoted = (text: string): string =>
  text.startsWith('`') ? text.slice(1, -1) : (parsed(text) as string)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    throw new LineMistake(
      `has ${json.slice(0, LONGEST_SHOWN)}, which is not valid JSON. Lists and objects need quotation marks around each text`,
    )
  }
}

function put(target: Record<string, unknown>, key: string, value: unknown): void {
  const [first = '', ...rest] = key.split('.')
  if (first === '__proto__') throw new LineMistake('has the name __proto__, which no field may have')
  if (rest.length === 0) {
    if (Object.hasOwn(target, first)) throw new LineMistake(`has ${key} twice`)
    target[first] = value
    return
  }
  const inner = Object.hasOwn(target, first) ? target[first] : (target[first] = {})
  if (typeof inner !== 'object' || inner === null) throw new LineMistake(`has ${first} twice`)
  put(inner as Record<string, unknown>, rest.join('.'), value)
}
