// Decides which Liquid of a text is filled in when a run begins, because it depends on the feed alone, and which stays for
// each recipient. So the campaign of a run has the items as plain HTML: every recipient gets the same, and their links are
// tracked. Code that needs both the feed and the recipient cannot be divided, and is refused.
import {
  closesBlock,
  dividesBlock,
  findPieces,
  opensBlock,
} from '../../../../platform/markup/liquid-pieces.ts'
import type { Piece, Tokens } from '../../../../platform/markup/liquid-pieces.ts'

export class MixedLiquidError extends Error {
  constructor({ text }: Piece, rule: string) {
    super(`${text.slice(0, 80)} ${rule}`)
  }
}

/** An open block; `binds` is the variable of a loop. */
type Block = { name: string; isNow: boolean; binds?: string }

const LOOPS = new Set(['for', 'tablerow'])

// The words of Liquid that are no variables.
const WORDS = new Set(
  'in and or not contains true false nil null empty blank reversed limit offset cols with by as if unless elsif elseif case when for tablerow assign echo cycle'.split(
    ' ',
  ),
)

/** The variables that the code names: without texts, filters, properties and the names of arguments. */
function variablesIn(code: string): string[] {
  const bare = code
    .replaceAll(/"[^"]*"|'[^']*'/g, ' ')
    .replaceAll(/\|\s*[\w-]+\s*:?/g, ' ')
    .replaceAll(/\.\s*[\w-]+/g, ' ')
    .replaceAll(/[\w-]+\s*:/g, ' ')
  return (bare.match(/(?<![\w-])[a-z_][\w-]*/gi) ?? []).filter((name) => !WORDS.has(name))
}

const codeOf = ({ text }: Piece): string => text.replace(/^\{[{%]-?/, '').replace(/-?[}%]\}$/, '')

class Stage {
  readonly #blocks: Block[] = []
  readonly #assigned = new Set<string>()

  /** Whether the variable has its value from the feed. The innermost loop that binds a name decides. */
  #isOfFeed(name: string): boolean {
    const isOfLoop = name === 'forloop' || name === 'tablerowloop'
    const binding = this.#blocks.findLast((block) =>
      isOfLoop ? LOOPS.has(block.name) : block.binds === name,
    )
    return binding ? binding.isNow : name === 'feed' || this.#assigned.has(name)
  }

  /** @throws MixedLiquidError */
  #isNow(piece: Piece, code = codeOf(piece)): boolean {
    const kinds = new Set(variablesIn(code).map((name) => this.#isOfFeed(name)))
    if (kinds.size === 2) throw new MixedLiquidError(piece, MIXED)
    return kinds.has(true)
  }

  /** Whether the piece is filled in now. @throws MixedLiquidError */
  decide(piece: Piece): boolean {
    if (piece.kind === 'comment') return false
    if (opensBlock(piece)) return this.#open(piece)
    if (closesBlock(piece)) return this.#blocks.pop()?.isNow ?? false
    if (dividesBlock(piece)) return this.#divide(piece)
    if (piece.name === 'break' || piece.name === 'continue') return this.#leaveLoop(piece)
    if (piece.name === 'assign') return this.#assign(piece)
    if (piece.name === 'liquid' && this.#isNow(piece)) throw new MixedLiquidError(piece, ONE_BY_ONE)
    return this.#isNow(piece)
  }

  #open(piece: Piece): boolean {
    const code = codeOf(piece)
    const [, binds, source] = LOOPS.has(piece.name)
      ? (/^\s*\w+\s+([\w-]+)\s+in\s([^]*)$/.exec(code) ?? [])
      : []
    // A captured text stays one block; the feed is filled in within it.
    const isNow = piece.name !== 'capture' && this.#isNow(piece, source ?? code)
    this.#blocks.push({ name: piece.name, isNow, ...(binds !== undefined && { binds }) })
    return isNow
  }

  #divide(piece: Piece): boolean {
    const { isNow } = this.#blocks.at(-1) ?? { isNow: false }
    const names = piece.name === 'else' ? [] : variablesIn(codeOf(piece))
    if (names.some((name) => this.#isOfFeed(name) !== isNow)) throw new MixedLiquidError(piece, MIXED)
    return isNow
  }

  #leaveLoop(piece: Piece): boolean {
    const loop = this.#blocks.findLastIndex(({ name }) => LOOPS.has(name))
    const isNow = this.#blocks[loop]?.isNow ?? false
    if (isNow && this.#blocks.slice(loop).some((block) => !block.isNow)) {
      throw new MixedLiquidError(piece, MIXED)
    }
    return isNow
  }

  #assign(piece: Piece): boolean {
    const [, name = '', value = ''] = /^\s*assign\s+([\w-]+)\s*=([^]*)$/.exec(codeOf(piece)) ?? []
    const isNow = this.#isNow(piece, value)
    if (isNow && this.#blocks.some((block) => !block.isNow)) throw new MixedLiquidError(piece, MIXED)
    if (isNow) this.#assigned.add(name)
    else this.#assigned.delete(name)
    return isNow
  }
}

const MIXED =
  'needs both the feed and the recipient. The feed is filled in once for all recipients, so use two tags or outputs.'
const ONE_BY_ONE = 'uses the feed. Write its lines as tags of their own.'

/** The text with words in place of the Liquid that stays. @throws MixedLiquidError */
export function coverKept(source: string, tokens: Tokens): string {
  const stage = new Stage()
  const pieces = findPieces(source)
  let covered = ''
  let at = 0
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] as Piece
    // The content of raw is text, so it is covered with its tags.
    const last = piece.name === 'raw' ? (pieces[(index += 1)] ?? piece) : piece
    const text = source.slice(piece.from, last.to)
    const isKept = piece.name === 'raw' || !stage.decide(piece)
    covered += source.slice(at, piece.from) + (isKept ? tokens.cover(text) : text)
    at = last.to
  }
  return covered + source.slice(at)
}
