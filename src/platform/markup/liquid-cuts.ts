// Finds where Liquid begins and ends. The one place that knows: the language itself parses the pieces cut here, and the
// tools that skip Liquid use it too. The library's tokenizer walks text character by character (40 ms for 1 MB) and
// misreads `{%- endraw %}` and the content of comments.

export type Span = { begin: number; end: number }

export type LiquidCut =
  | (Span & { kind: 'output' | 'tag' })
  /** The opening tag. The text before `close`, the tag that ends it, is not Liquid. */
  | (Span & { kind: 'raw' | 'comment'; close: Span })

/** Liquid that is opened and never closed. */
export class UnclosedLiquid extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const OPENING = /\{[{%]/g
const OUTPUT_STOP = /["']|\}\}/g
const VERBATIM = /^\{%-?\s*(?:(raw)\s*-?%\}$|(comment)(?![\w-]))/
const END_OF = {
  raw: /\{%-?\s*endraw\s*-?%\}/g,
  comment: /\{%-?\s*endcomment\s*-?%\}/g,
}

/**
 * The first piece of Liquid at or after an offset, if any.
 * @throws UnclosedLiquid
 */
export function nextCut(source: string, from: number): LiquidCut | undefined {
  const begin = find(OPENING, source, from)?.index
  if (begin === undefined) return undefined
  return source[begin + 1] === '%'
    ? cutTag(source, begin)
    : { kind: 'output', begin, end: findOutputEnd(source, begin) }
}

/** An output ends at the first braces outside quotes. */
function findOutputEnd(source: string, begin: number): number {
  let at = begin + 2
  for (;;) {
    const stop = find(OUTPUT_STOP, source, at)
    if (!stop) throw new UnclosedLiquid('{{ is not closed by }}', begin)
    if (stop[0] === '}}') return stop.index + 2
    at = endOfQuoted(source, stop.index)
  }
}

/** The offset after the closing quote; a backslash escapes the next character. */
function endOfQuoted(source: string, begin: number): number {
  const quote = source[begin]
  for (let at = begin + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) return at + 1
  }
  throw new UnclosedLiquid(`the quote ${quote} is not closed`, begin)
}

function cutTag(source: string, begin: number): LiquidCut {
  const at = source.indexOf('%}', begin + 2)
  if (at === -1) throw new UnclosedLiquid('{% is not closed by %}', begin)
  const end = at + 2
  const verbatim = VERBATIM.exec(source.slice(begin, end))
  if (!verbatim) return { kind: 'tag', begin, end }
  const kind = verbatim[1] === 'raw' ? 'raw' : 'comment'
  const close = find(END_OF[kind], source, end)
  if (!close) throw new UnclosedLiquid(`{% ${kind} %} is not closed by {% end${kind} %}`, begin)
  return { kind, begin, end, close: { begin: close.index, end: close.index + close[0].length } }
}

function find(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}
