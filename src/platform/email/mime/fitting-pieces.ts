// Whether a text in pieces can leave as it is, as `encodeText` would find out by reading all of it: plain ASCII, lines that
// end in CRLF and are short enough, no line that could be taken for a boundary. What is true of the literals is worked out
// once per content; per email only the values are looked at. It may say no where reading everything says yes, never the
// other way round.
import { isAscii } from 'node:buffer'
import type { TextPieces } from '../../text/text-pieces.ts'
import { hasLongLine, isWellBroken, LONGEST_LINE } from './body-encoding.ts'

type Facts = {
  /** Whether the literals by themselves are fit. */
  isFit: boolean
  /** Bytes of each literal before its first line break; all of them where it has none. */
  heads: number[]
  /** Bytes of each literal behind its last line break; -1 where it has none. */
  tails: number[]
}

const known = new WeakMap<readonly Buffer[], Facts>()

const CR = 0x0d
const LF = 0x0a

/** Values with anything else (line breaks, letters with accents) are for the long way. */
const PRINTABLE = /^[\x20-\x7e]*$/

export function isFitAsItIs({ literals, values }: TextPieces): boolean {
  let facts = known.get(literals)
  if (!facts) {
    facts = factsOf(literals)
    known.set(literals, facts)
  }
  if (!facts.isFit) return false
  let column = 0
  for (let index = 0; index < literals.length; index += 1) {
    column += facts.heads[index] as number
    const tail = facts.tails[index] as number
    if (column > LONGEST_LINE) return false
    if (tail >= 0) column = tail
    const value = values[index]
    if (value === undefined) continue
    if (!PRINTABLE.test(value) || mayHoldBoundary(value)) return false
    column += value.length
  }
  return column <= LONGEST_LINE
}

function factsOf(literals: readonly Buffer[]): Facts {
  const isFit = literals.every(
    (literal) =>
      isAscii(literal) &&
      isWellBroken(literal) &&
      !hasLongLine(literal) &&
      !mayHoldBoundary(literal.toString('latin1')),
  )
  return {
    isFit,
    heads: literals.map((literal) => (literal.includes(CR) ? literal.indexOf(CR) : literal.length)),
    tails: literals.map((literal) =>
      literal.includes(LF) ? literal.length - 1 - literal.lastIndexOf(LF) : -1,
    ),
  }
}

/** All of `--=_`, or at an end of the piece a part of it that has the equals sign. */
const BOUNDARY = /--=_|^-{0,2}=(?:_|$)|(?:^|-)-=$/

/** The equals sign of a boundary stands in one of the pieces: there it is found, also when others hold the rest. */
const mayHoldBoundary = (piece: string): boolean => piece.includes('=') && BOUNDARY.test(piece)
