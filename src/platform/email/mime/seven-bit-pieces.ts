// Decides whether a text in pieces can be sent as 7bit, as `encodeText` would by reading all of it: plain ASCII, short
// lines that end in CRLF, no line that looks like a boundary. The literals are examined once per content, the values per
// email. It may say no where reading everything says yes, never the other way round.
import { isAscii } from 'node:buffer'
import type { TextPieces } from '../../text/text-pieces.ts'
import { hasLongLine, hasOnlyCrlf, LONGEST_LINE } from './body-encoding.ts'

type LiteralFacts = {
  /** Whether the literals alone qualify. */
  is7bit: boolean
  /** Bytes of each literal before its first line break; its length if it has none. */
  heads: number[]
  /** Bytes of each literal after its last line break; -1 if it has none. */
  tails: number[]
}

const cachedFacts = new WeakMap<readonly Buffer[], LiteralFacts>()

const CR = 0x0d
const LF = 0x0a

/** Values with anything else (line breaks, letters with accents) need `encodeText`. */
const PRINTABLE = /^[\x20-\x7e]*$/

export function canBeSentAs7bit({ literals, values }: TextPieces): boolean {
  let facts = cachedFacts.get(literals)
  if (!facts) {
    facts = factsOf(literals)
    cachedFacts.set(literals, facts)
  }
  if (!facts.is7bit) return false
  let column = 0
  for (let index = 0; index < literals.length; index += 1) {
    column += facts.heads[index] as number
    const tail = facts.tails[index] as number
    if (column > LONGEST_LINE) return false
    if (tail >= 0) column = tail
    const value = values[index]
    if (value === undefined) continue
    if (!PRINTABLE.test(value) || canContainBoundary(value)) return false
    column += value.length
  }
  return column <= LONGEST_LINE
}

function factsOf(literals: readonly Buffer[]): LiteralFacts {
  const is7bit = literals.every(
    (literal) =>
      isAscii(literal) &&
      hasOnlyCrlf(literal) &&
      !hasLongLine(literal) &&
      !canContainBoundary(literal.toString('latin1')),
  )
  return {
    is7bit,
    heads: literals.map((literal) => (literal.includes(CR) ? literal.indexOf(CR) : literal.length)),
    tails: literals.map((literal) =>
      literal.includes(LF) ? literal.length - 1 - literal.lastIndexOf(LF) : -1,
    ),
  }
}

/** All of `--=_`, or at an end of the piece a part of it that includes the equals sign. */
const BOUNDARY = /--=_|^-{0,2}=(?:_|$)|(?:^|-)-=$/

/** The equals sign of a boundary is in one of the pieces, where it is found even if others hold the rest. */
const canContainBoundary = (piece: string): boolean => piece.includes('=') && BOUNDARY.test(piece)
