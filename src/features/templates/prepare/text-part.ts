// Generates the text part if the author wrote none. It keeps the Liquid of the HTML, so that sending only has to fill in
// variables.
import { createTokens } from '../../../platform/markup/liquid-pieces.ts'
import type { Tokens } from '../../../platform/markup/liquid-pieces.ts'
import { reduceHtml } from './text-reduce.ts'

export async function generateTextPart(html: string): Promise<string> {
  // Loaded here: only threads that prepare templates need it.
  const { convert } = await import('html-to-text')
  const tokens = createTokens(html)
  const heading = { options: { uppercase: false } }
  const text = convert(reduceHtml(html, tokens), {
    // Variables may lengthen a line, so the email's encoding breaks long lines.
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, ...heading })),
      { selector: 'ul', options: { itemPrefix: '- ' } },
    ],
  })
  return settleLines(hideLiteralLiquid(text, tokens), tokens).trim()
}

/** Braces that were text (in a raw block, or written as entities) must stay text. */
function hideLiteralLiquid(text: string, { pattern }: Tokens): string {
  return text
    .replace(/\{[{%]/g, (braces) => `{{ "${braces}" }}`)
    .replace(new RegExp(`\\{(?=${pattern.source})`, 'g'), '{{ "{" }}')
}

/**
 * A tag on a line of its own would leave an empty line in the email, so it moves to the beginning of the next line. As many
 * empty lines after it are removed as there are before it, because those remain with or without the block.
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

/** Drops whitespace control at the edge of a line, because these lines are not the author's. */
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
