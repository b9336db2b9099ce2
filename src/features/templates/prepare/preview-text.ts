// The line that inboxes show after the subject. They take the first words of the body, so it stands there, hidden from
// whoever opens the email.
import { AppError } from '../../../platform/errors.ts'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { TemplateSyntaxError } from '../../../platform/liquid/template-syntax-error.ts'
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'

// An inbox shows up to some 140 characters. These take their room without being seen, so that a short text is not followed
// by the first words of the body.
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(70)

const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'

/** @throws AppError TEMPLATE_SYNTAX, with the place in the preview text */
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

/** The HTML with the preview text at the beginning of its body. */
export function withPreviewText(html: string, previewText: string): string {
  if (previewText.trim() === '') return html
  const at = findBeginning(html)
  // SpamAssassin counts a letter right behind a tag with such a font size (FONT_INVIS_MSGID, 1.0 points), but no blank.
  const hidden = `<div style="${HIDDEN}"> ${escapeLiterals(previewText)}${FILLER}</div>`
  return html.slice(0, at) + hidden + html.slice(at)
}

/** What the author wrote as text is text; Liquid escapes its values itself. */
export function escapeLiterals(source: string): string {
  let escaped = ''
  let at = 0
  for (const { from, to, text } of findPieces(source)) {
    escaped += escapeHtml(source.slice(at, from)) + text
    at = to
  }
  return escaped + escapeHtml(source.slice(at))
}

/** Behind `<body>`; in HTML without one, before the first thing that is shown. */
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

/** With too many tags to look at each, nothing but the beginning is known. */
export function scan(html: string): HtmlEvent[] {
  try {
    return scanHtml(html, findPieces(html))
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
