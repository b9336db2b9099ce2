// The line that inboxes show after the subject. They take the first words of the body, so it is put there, hidden in the opened
// email.
import { AppError } from '../../../platform/errors.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { TemplateSyntaxError } from '../../../platform/liquid/template-errors.ts'
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'

// An inbox shows up to about 140 characters. These are invisible, and prevent the first words of the body from following a
// short text.
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(70)

const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'

/** @throws AppError TEMPLATE_SYNTAX, with the position in the preview text */
export function checkPreviewText(previewText: string): void {
  try {
    compileTemplate({ subject: previewText, html: '', text: '' })
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    const { line, column, message } = error
    throw new AppError('TEMPLATE_SYNTAX', {
      message: `previewText, line ${line}, column ${column}: ${message}`,
      cause: error,
    })
  }
}

export function withPreviewText(html: string, previewText: string): string {
  if (previewText.trim() === '') return html
  const at = findBeginning(html)
  // SpamAssassin penalizes a letter right after a tag with this font size (FONT_INVIS_MSGID, 1.0 points), but not a space.
  const hidden = `<div style="${HIDDEN}"> ${escapeLiterals(previewText)}${FILLER}</div>`
  return html.slice(0, at) + hidden + html.slice(at)
}

/** Escapes the text around Liquid; Liquid escapes its values itself. */
export function escapeLiterals(source: string): string {
  let escaped = ''
  let at = 0
  for (const { from, to, text } of findPieces(source)) {
    escaped += escapeHtml(source.slice(at, from)) + text
    at = to
  }
  return escaped + escapeHtml(source.slice(at))
}

/** After `<body>`; in HTML without one, before the first visible content. */
function findBeginning(html: string): number {
  const events = scan(html)
  const body = events.find((event) => event.type === 'open' && event.name === 'body')
  if (body) return body.to
  const head = events.findLast(
    (event) =>
      (event.type === 'close' && event.name === 'head') ||
      (event.type === 'open' && event.name === 'html') ||
      event.type === 'declaration',
  )
  return head?.to ?? 0
}

/** Returns no events if there are too many tags to scan. */
export function scan(html: string): HtmlEvent[] {
  try {
    return scanHtml(html, findPieces(html))
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
