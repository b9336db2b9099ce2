// Cuts a template into text, outputs and tags. The library has a tokenizer for this, but it walks text character by
// character (40 ms for 1 MB), reads `{%- endraw %}` and the inside of comments wrongly, and takes `x??` for a name.
// What stands between the braces is read by the library.
//
// `??` is an operator that needs blanks around it. They are put in here; everything found later has its offset in the
// longer text, and `placeOf` says where that is in what the author wrote.
import { MAX_CODE_LENGTH, MAX_PART_LENGTH, MAX_TAGS } from './template-limits.ts'
import { TemplateProblem } from './template-problem.ts'

export type Piece = { kind: 'text' | 'output' | 'tag'; begin: number; end: number }

export type Scanned = {
  input: string
  pieces: Piece[]
  /** Of outputs and tags. */
  tags: number
}

const OPENING = /\{[{%]/g
const OUTPUT_STOP = /["']|\}\}/g
const VERBATIM = /^\{%-?\s*(?:raw\s*-?%\}$|comment(?![\w-]))/
const END_OF = {
  raw: /\{%-?\s*endraw\s*-?%\}/g,
  comment: /\{%-?\s*endcomment\s*-?%\}/g,
}

/** @throws TemplateProblem with an offset in `source` */
export function scan(source: string): Scanned & { placeOf: PlaceOf } {
  if (source.length > MAX_PART_LENGTH) {
    throw new TemplateProblem(`this part has more than ${MAX_PART_LENGTH} characters`, 0)
  }
  const { pieces, tags } = new Scanner(source).read()
  const blanks = pieces.flatMap((piece) => (piece.kind === 'text' ? [] : findTightFallbacks(source, piece)))
  return { ...spread(source, { pieces, blanks }), tags, placeOf: placesOf(source, blanks) }
}

class Scanner {
  readonly #source: string
  readonly #pieces: Piece[] = []
  #tags = 0
  #codeLength = 0
  /** Blanks in front of the next text are dropped. */
  #isTrimming = false

  constructor(source: string) {
    this.#source = source
  }

  read(): { pieces: Piece[]; tags: number } {
    const source = this.#source
    let at = 0
    while (at < source.length) {
      const begin = find(OPENING, source, at)?.index ?? source.length
      this.#text(at, begin)
      if (begin === source.length) break
      at = source[begin + 1] === '%' ? this.#tag(begin) : this.#output(begin)
    }
    return { pieces: this.#pieces, tags: this.#tags }
  }

  #text(from: number, end: number): void {
    let begin = from
    if (this.#isTrimming) while (begin < end && /\s/.test(this.#source[begin] ?? '')) begin += 1
    if (begin < end) this.#pieces.push({ kind: 'text', begin, end })
    this.#isTrimming = false
  }

  #output(begin: number): number {
    if (this.#source[begin + 2] === '{') {
      throw new TemplateProblem('three braces are not part of the language: write {{ name | raw }}', begin)
    }
    const end = this.#findOutputEnd(begin)
    this.#code({ kind: 'output', begin, end })
    return end
  }

  #findOutputEnd(begin: number): number {
    let at = begin + 2
    for (;;) {
      const stop = find(OUTPUT_STOP, this.#source, at)
      if (!stop) throw new TemplateProblem('{{ is not closed by }}', begin)
      if (stop[0] === '}}') return stop.index + 2
      at = endOfQuoted(this.#source, stop.index)
    }
  }

  #tag(begin: number): number {
    const close = this.#source.indexOf('%}', begin + 2)
    if (close === -1) throw new TemplateProblem('{% is not closed by %}', begin)
    const end = close + 2
    const verbatim = VERBATIM.exec(this.#source.slice(begin, end))
    if (!verbatim) {
      this.#code({ kind: 'tag', begin, end })
      return end
    }
    return this.#verbatim({ kind: 'tag', begin, end }, verbatim[0].includes('raw') ? 'raw' : 'comment')
  }

  /** What is between is kept as it is, or left out; it is not read. */
  #verbatim(open: Piece, name: 'raw' | 'comment'): number {
    const close = find(END_OF[name], this.#source, open.end)
    if (!close) throw new TemplateProblem(`{% ${name} %} is not closed by {% end${name} %}`, open.begin)
    this.#trimBefore(open)
    this.#count(open)
    if (name === 'raw' && open.end < close.index) {
      this.#pieces.push({ kind: 'text', begin: open.end, end: close.index })
    }
    this.#isTrimming = close[0].endsWith('-%}')
    return close.index + close[0].length
  }

  #code(piece: Piece): void {
    this.#trimBefore(piece)
    this.#count(piece)
    this.#pieces.push(piece)
    this.#isTrimming = this.#source[piece.end - 3] === '-'
  }

  /** `{{-` and `{%-`: blanks at the end of the text in front are dropped. */
  #trimBefore({ begin }: Piece): void {
    const last = this.#pieces.at(-1)
    if (this.#source[begin + 2] !== '-' || last?.kind !== 'text' || last.end !== begin) return
    while (last.end > last.begin && /\s/.test(this.#source[last.end - 1] ?? '')) last.end -= 1
    if (last.end === last.begin) this.#pieces.pop()
  }

  #count({ begin, end }: Piece): void {
    this.#tags += 1
    this.#codeLength += end - begin
    if (this.#tags > MAX_TAGS) {
      throw new TemplateProblem(`this part has more than ${MAX_TAGS} outputs and tags`, begin)
    }
    if (this.#codeLength > MAX_CODE_LENGTH) {
      throw new TemplateProblem(
        `the outputs and tags of this part have more than ${MAX_CODE_LENGTH} characters`,
        begin,
      )
    }
  }
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

/** Behind the closing quote; a backslash takes the next character along. */
function endOfQuoted(source: string, begin: number): number {
  const quote = source[begin]
  for (let at = begin + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at + 1
  }
  throw new TemplateProblem(`the quote ${quote} is not closed`, begin)
}

const FALLBACK = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\?\?/g

/** Where a blank is missing beside a `??` that is not inside quotes. */
function findTightFallbacks(source: string, { begin, end }: Piece): number[] {
  const code = source.slice(begin, end)
  if (!code.includes('??')) return []
  const offsets: number[] = []
  for (const { 0: match, index } of code.matchAll(FALLBACK)) {
    if (match !== '??') continue
    if (!/\s/.test(code[index - 1] ?? '')) offsets.push(begin + index)
    if (!/\s/.test(code[index + 2] ?? '')) offsets.push(begin + index + 2)
  }
  return offsets
}

type Spread = { pieces: Piece[]; blanks: number[] }

function spread(source: string, { pieces, blanks }: Spread): { input: string; pieces: Piece[] } {
  if (blanks.length === 0) return { input: source, pieces }
  const cuts = [0, ...blanks, source.length]
  const input = cuts
    .slice(1)
    .map((cut, index) => source.slice(cuts[index], cut))
    .join(' ')
  let passed = 0
  const shift = (offset: number) => {
    while (passed < blanks.length && (blanks[passed] ?? 0) < offset) passed += 1
    return offset + passed
  }
  return {
    input,
    pieces: pieces.map(({ kind, begin, end }) => ({ kind, begin: shift(begin), end: shift(end) })),
  }
}

export type Place = { line: number; column: number }
export type PlaceOf = (offset: number) => Place

function placesOf(source: string, blanks: number[]): PlaceOf {
  return (offset) => {
    const before = blanks.filter((blank, index) => blank + index < offset).length
    return placeIn(source, offset - before)
  }
}

/** Line and column count from 1. */
export function placeIn(source: string, offset: number): Place {
  const lines = source.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
