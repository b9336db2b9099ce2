// Where Liquid stands in a source: outputs, tags and comments with their offsets. The tools that work on HTML (MJML, the
// CSS inliner, the writer of the text part) know nothing of Liquid and damage it, so each of them gets a text in which
// these pieces are covered. The cuts are those of platform/liquid, and a source comes here only after it was compiled
// there: every piece is closed.

export type Piece = {
  kind: 'output' | 'tag' | 'comment'
  from: number
  to: number
  text: string
  /** Of a tag: `if`, `endfor`, `assign`. Empty for an output. */
  name: string
}

const OPENING = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture'])

/** Whether the tag begins a block that another one ends. */
export const opensBlock = ({ name }: Piece): boolean => OPENING.has(name)
export const closesBlock = ({ name }: Piece): boolean => name.startsWith('end') && OPENING.has(name.slice(3))
export const dividesBlock = ({ name }: Piece): boolean =>
  name === 'else' || name === 'elsif' || name === 'elseif' || name === 'when'

/** Outputs that may bring markup of their own. */
export const isUnescaped = (output: string): boolean => /\|\s*(?:raw|newline_to_br)\b/.test(output)

/** Every piece in its order. The inside of `{% raw %}` is text and no piece; a comment with all it holds is one. */
export function findPieces(source: string): Piece[] {
  const pieces: Piece[] = []
  const begin = /\{[{%]/g
  for (let match = begin.exec(source); match !== null; match = begin.exec(source)) {
    const piece = readPiece(source, match.index)
    if (piece === undefined) break
    if (piece.name === 'raw') {
      const end = readEnd(source, END_OF_RAW, piece.to)
      pieces.push(piece, ...(end ? [end] : []))
      begin.lastIndex = end?.to ?? source.length
    } else {
      pieces.push(piece)
      begin.lastIndex = piece.to
    }
  }
  return pieces
}

function readPiece(source: string, from: number): Piece | undefined {
  const isTag = source[from + 1] === '%'
  const to = isTag ? endOf(source, '%}', from + 2) : endOfOutput(source, from)
  if (to === undefined) return undefined
  const text = source.slice(from, to)
  const name = isTag ? nameOf(text) : ''
  if (name === 'comment') return wholeComment(source, from, to)
  return { kind: name === '#' ? 'comment' : isTag ? 'tag' : 'output', from, to, text, name }
}

function endOf(source: string, delimiter: string, from: number): number | undefined {
  const at = source.indexOf(delimiter, from)
  return at === -1 ? undefined : at + delimiter.length
}

/** An output ends at the first braces outside of quotes. A backslash hides the character behind it. */
function endOfOutput(source: string, from: number): number | undefined {
  let quote = ''
  for (let at = from + 2; at < source.length; at += 1) {
    const character = source[at]
    if (quote !== '') {
      if (character === '\\') at += 1
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '}' && source[at + 1] === '}') return at + 2
  }
  return undefined
}

const nameOf = (tag: string): string => /^\{%-?\s*(\w+|#)/.exec(tag)?.[1] ?? ''

const END_OF_RAW = /\{%-?\s*(endraw)\s*-?%\}/g
const END_OF_COMMENT = /\{%-?\s*(endcomment)\s*-?%\}/g

function readEnd(source: string, pattern: RegExp, from: number): Piece | undefined {
  pattern.lastIndex = from
  const match = pattern.exec(source)
  if (match === null) return undefined
  const [text, name = ''] = match
  return { kind: 'tag', from: match.index, to: match.index + text.length, text, name }
}

/** From `{% comment %}` to its end: whatever stands between is neither read nor printed. */
function wholeComment(source: string, from: number, begun: number): Piece {
  const to = readEnd(source, END_OF_COMMENT, begun)?.to ?? source.length
  return { kind: 'comment', from, to, text: source.slice(from, to), name: 'comment' }
}

/** Words that stand for pieces while a tool works: letters and digits only, so that nothing quotes or breaks them. */
export type Tokens = {
  /** The word for a text; the same text has the same word. */
  cover(text: string): string
  /** A word of its own, even if the same text has one. */
  coverAnew(text: string): string
  /** The text with every word replaced by what it stands for, or by what `how` makes of it. */
  uncover(text: string, how?: (covered: string) => string): string
  /** Matches one word. */
  pattern: RegExp
}

/** Words that occur in none of the sources. */
export function createTokens(...sources: string[]): Tokens {
  let prefix = 'lqd'
  const all = sources.join('\n').toLowerCase()
  while (all.includes(prefix)) prefix += 'q'
  const words = new Map<string, string>()
  const texts: string[] = []
  const pattern = new RegExp(`${prefix}(\\d+)z`, 'g')
  const coverAnew = (text: string) => `${prefix}${texts.push(text) - 1}z`
  return {
    pattern,
    coverAnew,
    cover(text) {
      const word = words.get(text) ?? coverAnew(text)
      words.set(text, word)
      return word
    },
    uncover: (text, how = (covered) => covered) =>
      text.replace(pattern, (_word, index: string) => how(texts[Number(index)] ?? '')),
  }
}
