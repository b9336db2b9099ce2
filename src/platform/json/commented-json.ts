// JSON with comments (// and /* */) and commas after the last item, for files that people write. Reading remembers each comment
// with the value that it belongs to, so that writing other values keeps the comments.

export class CommentedJsonError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.name = 'CommentedJsonError'
    this.line = line
  }
}

/** Comments as written, by the place of the value below or beside them. */
export type Comments = ReadonlyMap<string, readonly string[]>
export type CommentedJson = { value: unknown; comments: Comments }

type Path = readonly (string | number)[]

// As deep as the JSON of a request may be.
const DEEPEST = 64

const placeOf = (path: Path): string => JSON.stringify(path)
/** Comments behind the last item of a list or object. */
const endOf = (path: Path): string => `${placeOf(path)} end`

const SPACE = /[ \t\r\n]+/y
const COMMENT = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const WORD = /[-+.\w]+/y

/** @throws CommentedJsonError with the line of the first mistake */
export function parseCommentedJson(text: string): CommentedJson {
  return new Reader(text).read()
}

class Reader {
  readonly #text: string
  readonly #comments = new Map<string, string[]>()
  #at = 0

  constructor(text: string) {
    this.#text = text.startsWith('\uFEFF') ? text.slice(1) : text
  }

  read(): CommentedJson {
    this.#skip(placeOf([]))
    const value = this.#value([])
    this.#skip(endOf([]))
    if (this.#at < this.#text.length) throw this.#wrong('has something behind its end')
    return { value, comments: this.#comments }
  }

  #value(path: Path): unknown {
    if (path.length > DEEPEST) throw this.#wrong(`is nested deeper than ${DEEPEST} levels`)
    const sign = this.#text[this.#at]
    if (sign === '{') return this.#object(path)
    if (sign === '[') return this.#list(path)
    const word = sign === '"' ? this.#match(TEXT) : this.#match(WORD)
    if (word === undefined) throw this.#wrong(sign === undefined ? 'ends too early' : `has ${sign} here`)
    try {
      return JSON.parse(word) as unknown
    } catch {
      throw this.#wrong(`has ${word.slice(0, LONGEST_SHOWN)}, which is not a value of JSON`)
    }
  }

  #object(path: Path): unknown {
    const entries = new Map<string, unknown>()
    this.#items(path, '}', () => {
      const quoted = this.#match(TEXT)
      if (quoted === undefined) throw this.#wrong('needs a name in quotation marks here')
      const key = this.#parseKey(quoted)
      if (entries.has(key)) throw this.#wrong(`has "${key.slice(0, LONGEST_SHOWN)}" twice`)
      this.#skip(placeOf([...path, key]))
      if (this.#text[this.#at] !== ':') throw this.#wrong('needs a colon here')
      this.#at += 1
      this.#skip(placeOf([...path, key]))
      entries.set(key, this.#value([...path, key]))
      return key
    })
    return Object.fromEntries(entries)
  }

  #list(path: Path): unknown[] {
    const items: unknown[] = []
    this.#items(path, ']', () => {
      items.push(this.#value([...path, items.length]))
      return items.length - 1
    })
    return items
  }

  /** Comments before an item are known before its name is, so they are moved to it afterwards. */
  #items(path: Path, end: string, readItem: () => string | number): void {
    this.#at += 1
    for (;;) {
      this.#skip(endOf(path))
      if (this.#text[this.#at] === end) break
      const above = this.#comments.get(endOf(path))
      this.#comments.delete(endOf(path))
      const key = readItem()
      const place = placeOf([...path, key])
      if (above) this.#comments.set(place, [...above, ...(this.#comments.get(place) ?? [])])
      this.#skip(place)
      if (this.#text[this.#at] === ',') {
        this.#at += 1
        this.#skipLine(place)
      } else if (this.#text[this.#at] !== end) throw this.#wrong(`needs a comma or ${end} here`)
    }
    this.#at += 1
  }

  #parseKey(quoted: string): string {
    try {
      return JSON.parse(quoted) as string
    } catch {
      throw this.#wrong('has a name that is not a text of JSON')
    }
  }

  #skip(place: string): void {
    for (;;) {
      this.#match(SPACE)
      if (!this.#comment(place)) return
    }
  }

  /** A comment in the rest of the line belongs to the item before the comma. */
  #skipLine(place: string): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1
    this.#comment(place)
  }

  #comment(place: string): boolean {
    const comment = this.#match(COMMENT)
    if (comment === undefined) return false
    const known = this.#comments.get(place)
    if (known) known.push(comment)
    else this.#comments.set(place, [comment])
    return true
  }

  #match(form: RegExp): string | undefined {
    form.lastIndex = this.#at
    const found = form.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  #wrong(problem: string): CommentedJsonError {
    const line = this.#text.slice(0, this.#at).split('\n').length
    return new CommentedJsonError(`line ${line} ${problem}`, line)
  }
}

const LONGEST_SHOWN = 40

// Conditions of filters fit into one line.
const LONGEST_LINE = 100

const NONE: Comments = new Map()

/** The value in lines, with the comments at their places. Comments of values that are gone are left out. */
export function printCommentedJson(value: unknown, comments: Comments = NONE): string {
  const lines = [
    ...commentLines(comments, placeOf([]), ''),
    ...printed(value, [], { comments, indent: '' }),
    ...commentLines(comments, endOf([]), ''),
  ]
  return `${lines.join('\n')}\n`
}

type PrintContext = { comments: Comments; indent: string }

function printed(value: unknown, path: Path, { comments, indent }: PrintContext): string[] {
  const short = oneLine(value)
  if (typeof value !== 'object' || value === null) return [short]
  const isList = Array.isArray(value)
  const hasComments = hasCommentsBelow(comments, path)
  const fits = path.length > 0 && indent.length + short.length <= LONGEST_LINE
  if (!hasComments && (fits || short === '{}' || short === '[]')) return [short]
  const inner = `${indent}  `
  const entries = isList
    ? (value as unknown[]).map((item, index) => ({ key: index, name: '', item }))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => ({ key, name: `${JSON.stringify(key)}: `, item: item as unknown }))
  const body = entries.flatMap(({ key, name, item }, index) => {
    const at = [...path, key]
    const [first = '', ...rest] = printed(item, at, { comments, indent: inner })
    const all = [`${inner}${name}${first}`, ...rest]
    const comma = index < entries.length - 1 ? ',' : ''
    const last = `${all.pop() ?? ''}${comma}`
    return [...commentLines(comments, placeOf(at), inner), ...all, last]
  })
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const behind = path.length > 0 ? commentLines(comments, endOf(path), inner) : []
  return [open, ...body, ...behind, `${indent}${close}`]
}

function commentLines(comments: Comments, place: string, indent: string): string[] {
  return (comments.get(place) ?? []).flatMap((comment) =>
    comment.split(/\r?\n/).map((line, index) => `${indent}${index === 0 ? line : ` ${line.trimStart()}`}`),
  )
}

/** `["a"]` is below `["a"` with a comma or its end. */
function hasCommentsBelow(comments: Comments, path: Path): boolean {
  if (comments.has(endOf(path))) return true
  const start = placeOf(path).slice(0, -1)
  return [...comments.keys()].some((place) => place.startsWith(`${start},`))
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).filter(([, item]) => item !== undefined)
  if (fields.length === 0) return '{}'
  return `{ ${fields.map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`).join(', ')} }`
}
