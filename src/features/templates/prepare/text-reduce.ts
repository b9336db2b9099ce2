// Reduces HTML with Liquid to what a text part shows: the few tags that matter for its layout, and placeholder words for the
// Liquid. Every Liquid tag is preserved in order, even in attributes, comments and style blocks: conditions stay closed,
// assignments happen.
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import { closesBlock, findPieces, isUnescaped, opensBlock } from '../../../platform/markup/liquid-pieces.ts'
import type { Piece, Tokens } from '../../../platform/markup/liquid-pieces.ts'

// The tags that html-to-text lays out; all others are inline and need no tag.
const KEPT = new Set('p div h1 h2 h3 h4 h5 h6 ul ol li blockquote pre br hr a'.split(' '))
const AS_BLOCK = new Set(
  'table tr center section article header footer main nav aside form figure figcaption address fieldset dl dt dd caption'.split(
    ' ',
  ),
)
const CELLS = new Set(['td', 'th'])

/** @throws RangeError if there are too many tags */
export function reduceHtml(html: string, tokens: Tokens): string {
  const pieces = findPieces(html)
  const isLooping = pieces.some(({ name }) => name === 'for' || name === 'tablerow')
  const parts: string[] = []
  let hidden: { name: string; depth: number; pieces: Piece[] } | undefined
  for (const event of scanHtml(html, pieces)) {
    if (hidden !== undefined) {
      hidden.pieces.push(...piecesOf(event))
      hidden.depth += depthChange(event, hidden.name)
      if (hidden.depth > 0) continue
      parts.push(sideEffectsOf(html, hidden.pieces, tokens))
      hidden = undefined
    } else if (event.type === 'open' && isHidden(html, event)) {
      hidden = { name: event.name, depth: 1, pieces: piecesOf(event) }
    } else parts.push(reduceEvent(html, event, { tokens, isLooping }))
  }
  if (hidden !== undefined) parts.push(sideEffectsOf(html, hidden.pieces, tokens))
  return parts.join('')
}

const isVoid = (name: string) => name === 'img' || name === 'input' || name === 'br'

function isHidden(html: string, { name, attributes }: OpenTag): boolean {
  if (isVoid(name) || name === '') return false
  return attributes.some(
    ({ name: attribute, value }) =>
      attribute === 'hidden' ||
      (attribute === 'style' &&
        value !== undefined &&
        /(?:^|;)\s*display\s*:\s*none/i.test(html.slice(value.from, value.to))),
  )
}

function depthChange(event: HtmlEvent, name: string): number {
  if (event.type === 'open' && event.name === name) return 1
  return event.type === 'close' && event.name === name ? -1 : 0
}

function piecesOf(event: HtmlEvent): Piece[] {
  switch (event.type) {
    case 'liquid':
      return [event.piece]
    case 'text':
      return []
    case 'open':
      return inOrder([...event.loose, ...event.attributes.flatMap(({ pieces }) => pieces)])
    case 'close':
    case 'comment':
    case 'declaration':
    case 'rawtext':
      return event.pieces
  }
}

const inOrder = (pieces: Piece[]): Piece[] => pieces.toSorted((a, b) => a.from - b.from)

type Reduction = { tokens: Tokens; isLooping: boolean }

function reduceEvent(html: string, event: HtmlEvent, reduction: Reduction): string {
  const { tokens } = reduction
  switch (event.type) {
    case 'text':
      return html.slice(event.from, event.to).replaceAll('<', '&lt;')
    case 'liquid':
      return coverPiece(event.piece, tokens)
    case 'open':
      return reduceTag(html, event, reduction)
    case 'close':
      return sideEffectsOf(html, event.pieces, tokens) + closeTag(event.name, reduction)
    case 'rawtext':
    case 'comment':
    case 'declaration':
      return sideEffectsOf(html, event.pieces, tokens)
  }
}

function reduceTag(html: string, tag: OpenTag, reduction: Reduction): string {
  const { tokens } = reduction
  if (tag.name === 'a') return `<a href="${hrefOf(html, tag, tokens)}">`
  const effects = sideEffectsOf(html, piecesOf(tag), tokens)
  if (tag.name === 'img') return effects + altOf(html, tag, tokens)
  if (CELLS.has(tag.name)) return `${effects} `
  const name = nameInText(tag.name, reduction)
  return name === undefined ? effects : `${effects}<${name}>`
}

function closeTag(name: string, reduction: Reduction): string {
  if (CELLS.has(name)) return ' '
  const kept = nameInText(name, reduction)
  return kept === undefined || kept === 'br' || kept === 'hr' ? '' : `</${kept}>`
}

function nameInText(name: string, { isLooping }: Reduction): string | undefined {
  if (AS_BLOCK.has(name)) return 'div'
  // Numbers would come from the template and be the same in every iteration.
  if (name === 'ol' && isLooping) return 'ul'
  return KEPT.has(name) ? name : undefined
}

/** The URL of a link. Conditions between its attributes move into the URL. */
function hrefOf(html: string, { attributes, loose }: OpenTag, tokens: Tokens): string {
  const hrefs = attributes.filter(({ name, value }) => name === 'href' && value !== undefined)
  const address = (href: (typeof hrefs)[number]) =>
    coverRange(html, { from: href.value?.from ?? 0, to: href.value?.to ?? 0, pieces: href.pieces }, tokens)
  const tags = loose.filter(({ kind }) => kind === 'tag')
  const firstTag = tags[0]
  const isFixed = firstTag === undefined || (hrefs.length === 1 && isOutside(hrefs[0]?.from ?? 0, tags))
  if (isFixed) return hrefs[0] ? address(hrefs[0]) : ''
  const parts = [
    ...tags.map((piece) => ({ from: piece.from, text: tokens.cover(piece.text) })),
    ...hrefs.map((href) => ({ from: href.from, text: address(href) })),
  ]
  return parts
    .toSorted((a, b) => a.from - b.from)
    .map(({ text }) => text)
    .join('')
}

function isOutside(offset: number, tags: readonly Piece[]): boolean {
  let depth = 0
  for (const piece of tags) {
    if (piece.from > offset) break
    depth += opensBlock(piece) ? 1 : closesBlock(piece) ? -1 : 0
  }
  return depth === 0
}

function altOf(html: string, { attributes }: OpenTag, tokens: Tokens): string {
  const alt = attributes.find(({ name }) => name === 'alt')
  if (!alt?.value) return ''
  return coverRange(html, { ...alt.value, pieces: alt.pieces }, tokens).replaceAll('<', '&lt;')
}

function coverRange(
  html: string,
  { from, to, pieces }: { from: number; to: number; pieces: readonly Piece[] },
  tokens: Tokens,
): string {
  const parts: string[] = []
  let at = from
  for (const piece of pieces) {
    parts.push(html.slice(at, piece.from), coverPiece(piece, tokens))
    at = piece.to
  }
  parts.push(html.slice(at, to))
  return parts.join('').replaceAll('"', '&quot;')
}

/** Removes escaping and markup, which plain text does not need. */
function coverPiece({ kind, name, text }: Piece, tokens: Tokens): string {
  // The content of a raw block is already text; hideLiteralLiquid escapes it.
  if (kind === 'comment' || name === 'raw' || name === 'endraw') return ''
  if (kind === 'tag') {
    const asLoop = text.replace(/^(\{%-?\s*(?:end)?)tablerow\b/, '$1for')
    return tokens.cover(asLoop)
  }
  const plain = text.replace(/\|\s*escape(?:_once)?\s*(?=\||-?\}\}$)/g, '')
  return tokens.cover(isUnescaped(plain) ? withoutMarkup(plain) : plain)
}

function withoutMarkup(output: string): string {
  const end = output.endsWith('-}}') ? '-}}' : '}}'
  return `${output.slice(0, -end.length).trimEnd()} | strip_html ${end}`
}

const EFFECTS = new Set('assign capture increment decrement cycle break continue echo liquid'.split(' '))

/**
 * The part of dropped Liquid that has effects elsewhere: nothing for whole blocks that only print, otherwise its tags. Outputs
 * are dropped, except inside a capture, which is kept as a whole.
 */
function sideEffectsOf(html: string, pieces: readonly Piece[], tokens: Tokens): string {
  if (pieces.length === 0) return ''
  const tags = pieces.filter(({ kind, name }) => kind === 'tag' && name !== 'raw' && name !== 'endraw')
  if (isClosed(tags) && !tags.some(({ name }) => EFFECTS.has(name))) return ''
  const parts: string[] = []
  let capture: Piece | undefined
  for (const piece of tags) {
    if (capture === undefined && piece.name === 'capture') capture = piece
    else if (capture === undefined) parts.push(coverPiece(piece, tokens))
    else if (piece.name === 'endcapture') {
      parts.push(tokens.cover(html.slice(capture.from, piece.to)))
      capture = undefined
    }
  }
  if (capture !== undefined) parts.push(coverPiece(capture, tokens))
  return parts.join('')
}

function isClosed(tags: readonly Piece[]): boolean {
  let depth = 0
  for (const piece of tags) {
    if (opensBlock(piece)) depth += 1
    else if (depth === 0 && piece.kind === 'tag' && !EFFECTS.has(piece.name)) return false
    else if (closesBlock(piece)) depth -= 1
  }
  return depth === 0
}
