// Decides which elements may get their CSS inlined. An inlined rule overrides every rule of a style block, so the rules that an
// element matches must be certain before any variable is known. Elements whose class or id depends on Liquid are left out
// with their content; if the structure itself depends on Liquid, nothing is inlined.
import {
  closesBlock,
  dividesBlock,
  findPieces,
  isUnescaped,
  opensBlock,
} from '../../../platform/markup/liquid-pieces.ts'
import type { Piece, Tokens } from '../../../platform/markup/liquid-pieces.ts'
import { VOID_ELEMENTS } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'

export type InlinePlan = {
  /** Elements whose matching rules are certain. */
  fixed: ReadonlySet<OpenTag>
  skipped: number
  /** Why nothing may be inlined, as the end of a sentence. */
  problem: string | undefined
}

// Their end tags may be left out (HTML standard, section 13.1.2.4): open ones at the end of a block are no imbalance.
const OPTIONAL_END = new Set('p li dt dd td th tr tbody thead tfoot colgroup option'.split(' '))

// Ten times a long newsletter, about a second of work. Without such limits 100,000 nested elements take a minute.
const MOST_ELEMENTS = 5_000
const MOST_RULES = 5_000
const MOST_MATCHES = 1_000_000
const DEEPEST = 256

export function planInlining(events: readonly HtmlEvent[], css: string): InlinePlan {
  return new Planner(selectorsOf(css)).plan(events)
}

type Frame = { depth: number; lowest: number; isCapture: boolean }

class Planner {
  readonly #selectors: string
  readonly #selected: ReadonlySet<string>
  readonly #fixed = new Set<OpenTag>()
  readonly #open: { name: string; isFixed: boolean }[] = []
  readonly #countOf = new Map<string, number>()
  readonly #frames: Frame[] = []
  readonly #rules: number
  #elements = 0
  #skipped = 0
  #hasChangingStructure = false
  #problem: string | undefined

  constructor(selectors: string) {
    this.#selectors = selectors
    this.#rules = selectors.split(/[\n,]/).length
    const attributes = selectors.matchAll(/\[\s*([\w-]+)/g)
    this.#selected = new Set(['class', 'id', ...[...attributes].map(([, name]) => name?.toLowerCase() ?? '')])
  }

  plan(events: readonly HtmlEvent[]): InlinePlan {
    for (const event of events) {
      if (event.type === 'open') this.#enter(event)
      else if (event.type === 'close') this.#leave(event.name)
      else if (event.type === 'liquid') this.#follow(event.piece)
      else if (event.type === 'comment') for (const piece of event.pieces) this.#follow(piece)
    }
    if (
      this.#elements > MOST_ELEMENTS ||
      this.#rules > MOST_RULES ||
      this.#elements * this.#rules > MOST_MATCHES
    ) {
      this.#refuse('there are too many elements and rules')
    }
    const dependsOnOrder = /[+~]|:(?:nth|only|empty|has|first-(?!l)|last)/.test(this.#selectors)
    if (this.#hasChangingStructure && dependsOnOrder) {
      this.#refuse('a selector depends on the order of elements, which Liquid decides')
    }
    return { fixed: this.#fixed, skipped: this.#skipped, problem: this.#problem }
  }

  #refuse(problem: string): void {
    this.#problem ??= problem
  }

  #enter(tag: OpenTag): void {
    const pieces = [...tag.loose, ...tag.attributes.flatMap((attribute) => attribute.pieces)]
    for (const piece of pieces.toSorted((a, b) => a.from - b.from)) this.#followBlock(piece)
    if (tag.name === '') this.#refuse('Liquid makes the name of an element')
    if (tag.name === 'style' && this.#frames.length > 0) this.#refuse('Liquid decides about a style block')
    if (this.#frames.some(({ isCapture }) => isCapture)) this.#refuse('a capture holds elements')
    this.#elements += 1
    if (OPTIONAL_END.has(tag.name) && this.#open.at(-1)?.name === tag.name) this.#pop()
    const isFixed = (this.#open.at(-1)?.isFixed ?? true) && !this.#isFilled(tag)
    if (isFixed) this.#fixed.add(tag)
    else this.#skipped += 1
    if (VOID_ELEMENTS.has(tag.name)) return
    if (this.#open.push({ name: tag.name, isFixed }) > DEEPEST) this.#refuse('it is nested too deeply')
    this.#countOf.set(tag.name, (this.#countOf.get(tag.name) ?? 0) + 1)
  }

  /** Whether Liquid affects an attribute that a selector uses. */
  #isFilled({ loose, attributes }: OpenTag): boolean {
    if (loose.some(({ kind }) => kind !== 'comment')) return true
    return attributes.some(({ name, pieces }) => pieces.length > 0 && this.#selected.has(name))
  }

  /** Like HTML parsers: an end tag closes all open elements inside; one without a start tag is ignored. */
  #leave(name: string): void {
    if ((this.#countOf.get(name) ?? 0) === 0) return
    for (let closed = this.#pop(); closed !== undefined && closed !== name;) closed = this.#pop()
    const frame = this.#frames.at(-1)
    if (frame) frame.lowest = Math.min(frame.lowest, this.#open.length)
  }

  #pop(): string | undefined {
    const name = this.#open.pop()?.name
    if (name !== undefined) this.#countOf.set(name, (this.#countOf.get(name) ?? 1) - 1)
    return name
  }

  /** Liquid between elements, which decides whether they exist. */
  #follow(piece: Piece): void {
    const isPrinted = piece.kind === 'output' && isUnescaped(piece.text)
    if (isPrinted || opensBlock(piece)) this.#hasChangingStructure = true
    this.#followBlock(piece)
  }

  #followBlock(piece: Piece): void {
    if (opensBlock(piece)) {
      const depth = this.#open.length
      this.#frames.push({ depth, lowest: depth, isCapture: piece.name === 'capture' })
    } else if (dividesBlock(piece)) this.#compare(this.#frames.at(-1))
    else if (closesBlock(piece)) this.#endBlock()
  }

  #endBlock(): void {
    const frame = this.#frames.pop()
    this.#compare(frame)
    const outer = this.#frames.at(-1)
    if (frame && outer) outer.lowest = Math.min(outer.lowest, frame.lowest)
  }

  /** A branch has to end with the same open elements that it started with. */
  #compare(frame: Frame | undefined): void {
    if (!frame) return
    while (this.#open.length > frame.depth && OPTIONAL_END.has(this.#open.at(-1)?.name ?? '')) this.#pop()
    if (this.#open.length !== frame.depth || frame.lowest < frame.depth) {
      this.#refuse('an element begins and ends in different branches of Liquid')
    }
  }
}

/** The text before every block of rules, without comments and strings; those of at-rules are left out. */
function selectorsOf(css: string): string {
  const bare = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replace(/"[^"]*"|'[^']*'/g, '""')
  return [...bare.matchAll(/(?:^|[{};])([^{};]*)(?=\{)/g)]
    .map(([, text]) => text?.trim() ?? '')
    .filter((text) => !text.startsWith('@'))
    .join('\n')
}

// Gmail ignores a style block of more than 16 kB.
const MOST_CSS = 200_000

/** The CSS with placeholder words for its outputs, or why it cannot be inlined: only whole values can be Liquid. */
export function coverCss(css: string, tokens: Tokens): { text: string; problem: string | undefined } {
  if (css.length > MOST_CSS) return { text: '', problem: 'there is too much of it' }
  const parts: string[] = []
  let problem: string | undefined
  let at = 0
  for (const piece of findPieces(css)) {
    parts.push(css.slice(at, piece.from))
    at = piece.to
    if (piece.kind === 'comment') continue
    if (piece.kind === 'tag') problem ??= 'a style block holds Liquid tags'
    else if (isUnescaped(piece.text)) problem ??= 'a style block holds Liquid that is not escaped'
    parts.push(tokens.cover(piece.text))
  }
  parts.push(css.slice(at))
  // Old style blocks are wrapped in a comment, for browsers without CSS.
  const text = parts.join('').replace(/<!--|-->/g, ' ')
  return { text, problem: problem ?? problemIn(text, tokens) }
}

const OUTSIDE = 'Liquid in a style block stands outside a value'

// An unclosed comment or string reaches to the end, so that no text is scanned twice.
const CSS_STEPS = String.raw`/\*[\s\S]*?(?:\*/|$)|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|(?<endless>["'][\s\S]*)|[{};:@]`

function problemIn(css: string, { pattern }: Tokens): string | undefined {
  const word = new RegExp(pattern.source)
  let depth = 0
  // The current text between braces and semicolons, and whether it contains a word.
  let segment = { isAt: false, hasColon: false, hasWord: false }
  for (const { 0: text, groups } of css.matchAll(new RegExp(`${CSS_STEPS}|${pattern.source}`, 'g'))) {
    // The inliner takes seconds for an unclosed string.
    if (groups?.endless !== undefined) return 'a string in it has no end'
    if (text.startsWith('/*')) continue
    if (text === '@') segment.isAt = true
    else if (text === ':') segment.hasColon = true
    else if (text === '{' || text === '}' || text === ';') {
      if (text === '{' && segment.hasWord && !segment.isAt) return OUTSIDE
      depth += text === '{' ? 1 : text === '}' ? -1 : 0
      segment = { isAt: false, hasColon: false, hasWord: false }
    } else if (word.test(text)) {
      segment.hasWord = true
      if (!segment.isAt && !(depth > 0 && segment.hasColon)) return OUTSIDE
    }
  }
  return undefined
}
