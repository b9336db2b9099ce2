// Splits a template into text, outputs and tags, within limits, and removes blanks beside `{{-` and `-%}`. The library parses
// the code between the braces.
//
// `??` needs blanks around it, because the library reads `x??` as a name. They are inserted here; later offsets refer to the
// longer text, and `placeOf` maps them back to the author's.
import { nextCut, UnclosedLiquid } from '../markup/liquid-cuts.ts'
import type { LiquidCut, Span } from '../markup/liquid-cuts.ts'
import { placesIn } from '../markup/places.ts'
import type { PlaceOf } from '../markup/places.ts'
import { MAX_CODE_LENGTH, MAX_PART_LENGTH, MAX_TAGS } from './template-limits.ts'
import { TemplateProblem } from './template-problem.ts'

export type Section = Span & { kind: 'text' | 'output' | 'tag' }

export type ScannedTemplate = {
  input: string
  sections: Section[]
  /** Number of outputs and tags. */
  tags: number
}

/** @throws TemplateProblem with an offset in `source` */
export function scan(source: string): ScannedTemplate & { placeOf: PlaceOf } {
  if (source.length > MAX_PART_LENGTH) {
    throw new TemplateProblem(`this part has more than ${MAX_PART_LENGTH} characters`, 0)
  }
  const { sections, tags } = new Scanner(source).read()
  const blanks = sections.flatMap((section) =>
    section.kind === 'text' ? [] : findTightFallbacks(source, section),
  )
  return { ...spread(source, { sections, blanks }), tags, placeOf: placesOf(source, blanks) }
}

class Scanner {
  readonly #source: string
  readonly #sections: Section[] = []
  #tags = 0
  #codeLength = 0
  /** Whether leading blanks of the next text are removed. */
  #isTrimming = false

  constructor(source: string) {
    this.#source = source
  }

  read(): { sections: Section[]; tags: number } {
    const source = this.#source
    for (let at = 0; at < source.length;) {
      const cut = cutOf(source, at)
      this.#text(at, cut?.begin ?? source.length)
      at = cut ? this.#code(cut) : source.length
    }
    return { sections: this.#sections, tags: this.#tags }
  }

  #text(from: number, end: number): void {
    let begin = from
    if (this.#isTrimming) while (begin < end && /\s/.test(this.#source[begin] ?? '')) begin += 1
    if (begin < end) this.#sections.push({ kind: 'text', begin, end })
    this.#isTrimming = false
  }

  #code(cut: LiquidCut): number {
    const { begin, end } = cut
    if (cut.kind === 'output' && this.#source[begin + 2] === '{') {
      throw new TemplateProblem('three braces are not part of the language: write {{ name | raw }}', begin)
    }
    this.#trimBefore(cut)
    this.#count(cut)
    if (!('close' in cut)) {
      this.#sections.push({ kind: cut.kind, begin, end })
      return this.#trimAfter(end)
    }
    const { kind, close } = cut
    if (kind === 'raw' && end < close.begin) {
      this.#sections.push({ kind: 'text', begin: end, end: close.begin })
    }
    return this.#trimAfter(close.end)
  }

  #trimAfter(end: number): number {
    this.#isTrimming = this.#source[end - 3] === '-'
    return end
  }

  /** `{{-` and `{%-` remove blanks at the end of the text before. */
  #trimBefore({ begin }: Span): void {
    const last = this.#sections.at(-1)
    if (this.#source[begin + 2] !== '-' || last?.kind !== 'text' || last.end !== begin) return
    while (last.end > last.begin && /\s/.test(this.#source[last.end - 1] ?? '')) last.end -= 1
    if (last.end === last.begin) this.#sections.pop()
  }

  #count({ begin, end }: Span): void {
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

function cutOf(source: string, from: number): LiquidCut | undefined {
  try {
    return nextCut(source, from)
  } catch (error) {
    if (error instanceof UnclosedLiquid) throw new TemplateProblem(error.message, error.offset)
    throw error
  }
}

const FALLBACK = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\?\?/g

/** Offsets at which a blank is missing beside a `??` outside of quotes. */
function findTightFallbacks(source: string, { begin, end }: Span): number[] {
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

type Spread = { sections: Section[]; blanks: number[] }

function spread(source: string, { sections, blanks }: Spread): { input: string; sections: Section[] } {
  if (blanks.length === 0) return { input: source, sections }
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
    sections: sections.map(({ kind, begin, end }) => ({ kind, begin: shift(begin), end: shift(end) })),
  }
}

function placesOf(source: string, blanks: number[]): PlaceOf {
  return (offset) => {
    const before = blanks.filter((blank, index) => blank + index < offset).length
    return placesIn(source)(offset - before)
  }
}
