// The pages for recipients of email: plain HTML without scripts or external resources, in the reading order of a screen
// reader.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../liquid/value-text.ts'

type PageAction = { url: string; label: string }

export type PublicPage = {
  status: number
  /** RFC 5646. */
  language: string
  direction: 'ltr' | 'rtl'
  title: string
  paragraphs: readonly string[]
  /** The action of the page, sent by POST because it changes something. */
  action?: PageAction
  /** Another one, which looks less important. */
  otherAction?: PageAction
  /** The sender of these emails. */
  sender?: { name: string; postalAddress: string | null }
}

// Contrast of text to ground at least 7:1, of the button 5.5:1, in both schemes (WCAG 2.2, 1.4.3 and 1.4.11).
const STYLE = `
:root { color-scheme: light dark; --ground: #f4f4f5; --card: #fff; --text: #18181b; --soft: #52525b; --line: #d4d4d8; --act: #1d4ed8; --on-act: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #111113; --card: #1c1c1f; --text: #f4f4f5; --soft: #b4b4bb; --line: #3f3f46; --act: #93b4fd; --on-act: #0b1220 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 24px; background: var(--ground); color: var(--text); font: 17px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
main { width: 100%; max-width: 34rem; padding: 2rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
button { min-height: 44px; padding: .6rem 1.25rem; border: 0; border-radius: 8px; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer }
form + form { margin-top: .75rem }
.other { border: 1px solid var(--line); background: none; color: var(--text) }
button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px }
footer { width: 100%; max-width: 34rem; padding: 1rem 2rem; color: var(--soft); font-size: .875rem; white-space: pre-line; overflow-wrap: anywhere }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const CSP = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Never cached: it shows the current state, at a secret address. */
export function replyWithPage(reply: FastifyReply, page: PublicPage): FastifyReply {
  return reply
    .code(page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CSP,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .send(renderPage(page))
}

const renderForm = ({ url, label }: PageAction, look = ''): string =>
  `<form method="post" action="${escapeHtml(url)}"><button type="submit"${look}>${escapeHtml(label)}</button></form>`

function renderPage(page: PublicPage): string {
  const { language, direction, title, paragraphs, action, otherAction, sender } = page
  const heading = escapeHtml(title)
  const form = action && renderForm(action)
  const otherForm = otherAction && renderForm(otherAction, ' class="other"')
  const footer =
    sender &&
    `<footer dir="auto">${escapeHtml(sender.name)}${sender.postalAddress === null ? '' : `\n${escapeHtml(sender.postalAddress)}`}</footer>`
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${form ?? ''}
${otherForm ?? ''}
</main>
${footer ?? ''}
</body>
</html>
`
}
