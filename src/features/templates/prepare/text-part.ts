// The text part of an email whose author gave none. It is made from the HTML as a template, with its Liquid kept, so that
// filling in variables is all that is left for the moment of sending.
import { createTokens } from '../../../platform/markup/liquid-pieces.ts'
import type { Tokens } from '../../../platform/markup/liquid-pieces.ts'
import { reduceHtml } from './text-reduce.ts'

/** Text with Liquid, from HTML with Liquid. */
export async function makeTextPart(html: string): Promise<string> {
  // Loaded here: only threads that prepare templates need it.
  const { convert } = await import('html-to-text')
  const tokens = createTokens(html)
  const heading = { options: { uppercase: false } }
  const text = convert(reduceHtml(html, tokens), {
    // A line may grow by its variables, so it is the email's encoding that breaks long ones.
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
    ],
  })
  return settleLines(hideLiteralLiquid(text, tokens), tokens).trim()
}

/** Braces that were text (in a raw block, or written as entities) shall stay text. */
function hideLiteralLiquid(text: string, { pattern }: Tokens): string {
  return text
    .replace(/\{[{%]/g, (braces) => `{{ "${braces}" }}`)
    .replace(new RegExp(`\\{(?=${pattern.source})`, 'g'), '{{ "{" }}')
}

/**
 * A tag that has a line for itself would leave that line empty in the email: it moves to the beginning of the next one.
 * Of the empty lines behind it, as many go as stand before it, for those are there with or without the block.
 */
function settleLines(text: string, tokens: Tokens): string {
  const lines: string[] = []
  let tags = ''
  let toDrop = 0
  for (const line of text.split('\n')) {
    const words = onlyTags(line, tokens)
    if (words !== undefined) {
      if (tags === '') toDrop = blankLinesAtEnd(lines)
      tags += words
    } else if (line.trim() === '' && tags !== '' && toDrop > 0) toDrop -= 1
    else {
      lines.push(tags + uncoverLine(line, tokens))
      tags = ''
    }
  }
  return lines.join('\n') + (tags === '' ? '' : `\n${tags}`)
}

function blankLinesAtEnd(lines: readonly string[]): number {
  let count = 0
  while (lines.at(-1 - count)?.trim() === '') count += 1
  return lines.length === 0 ? Infinity : count
}

function onlyTags(line: string, tokens: Tokens): string | undefined {
  if (line.trim() === '' || line.replace(tokens.pattern, '').trim() !== '') return undefined
  let areTags = true
  const text = tokens.uncover(line.replaceAll(' ', ''), (piece) => {
    if (!piece.startsWith('{%')) areTags = false
    return piece.replace(/^\{%-/, '{%').replace(/-%\}$/, '%}')
  })
  return areTags ? text : undefined
}

/** Whitespace control at the edge of a line is dropped: the lines are ours, not the author's. */
function uncoverLine(line: string, tokens: Tokens): string {
  const first = line.search(/\S/)
  const last = line.trimEnd().length
  return line.replace(tokens.pattern, (word: string, ...rest: unknown[]) => {
    const at = rest.at(-2) as number
    let piece = tokens.uncover(word)
    if (at === first) piece = piece.replace(/^(\{[{%])-/, '$1')
    if (at + word.length === last) piece = piece.replace(/-([}%]\})$/, '$1')
    return piece
  })
}
