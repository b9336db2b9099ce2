// Finds the Liquid in a source: outputs, tags and comments with their offsets. The tools that process HTML (MJML, the CSS
// inliner, the writer of the text part) know nothing of Liquid and damage it, so each of them gets a text in which these
// pieces are masked.
import { nextCut, UnclosedLiquid } from './liquid-cuts.ts'
import type { LiquidCut, Span } from './liquid-cuts.ts'

export type Piece = {
  kind: 'output' | 'tag' | 'comment'
  from: number
  to: number
  text: string
  /** The name of a tag: `if`, `endfor`, `assign`. Empty for an output. */
  name: string
}

const OPENING = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture'])

/** Whether the tag begins a block that another one ends. */
export const opensBlock = ({ name }: Piece): boolean => OPENING.has(name)
export const closesBlock = ({ name }: Piece): boolean => name.startsWith('end') && OPENING.has(name.slice(3))
export const dividesBlock = ({ name }: Piece): boolean =>
  name === 'else' || name === 'elsif' || name === 'elseif' || name === 'when'

/** Outputs that may contain markup. */
export const isUnescaped = (output: string): boolean => /\|\s*(?:raw|newline_to_br)\b/.test(output)

/**
 * Every piece in order. The content of `{% raw %}` is text and no piece; a comment with its content is one. Nothing is
 * found after an unclosed piece.
 */
export function findPieces(source: string): Piece[] {
  const pieces: Piece[] = []
  try {
    for (let cut = nextCut(source, 0); cut; cut = nextCut(source, endOf(cut))) {
      pieces.push(toPiece(source, cut.kind === 'comment' ? { begin: cut.begin, end: cut.close.end } : cut))
      if (cut.kind === 'raw') pieces.push(toPiece(source, cut.close))
    }
  } catch (error) {
    if (!(error instanceof UnclosedLiquid)) throw error
  }
  return pieces
}

const endOf = (cut: LiquidCut): number => ('close' in cut ? cut.close.end : cut.end)

function toPiece(source: string, { begin, end }: Span): Piece {
  const text = source.slice(begin, end)
  const name = nameOf(text)
  const kind = text.startsWith('{{') ? 'output' : name === '#' || name === 'comment' ? 'comment' : 'tag'
  return { kind, from: begin, to: end, text, name }
}

const nameOf = (code: string): string => /^\{%-?\s*(\w+|#)/.exec(code)?.[1] ?? ''

/** Words that replace pieces while a tool runs: letters and digits only, so that nothing quotes or breaks them. */
export type Tokens = {
  /** The word for a text; equal texts share a word. */
  cover(text: string): string
  /** A new word, even if the same text has one. */
  coverAnew(text: string): string
  /** Replaces every word by its text, or by the result of `how`. */
  uncover(text: string, how?: (covered: string) => string): string
  /** Matches one word. */
  pattern: RegExp
}

/** Creates words that occur in none of the sources. */
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
