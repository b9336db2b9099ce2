// The pages for recipients of email: plain HTML without scripts or external resources, in the reading order of a screen
// reader.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../liquid/value-text.ts'
import { brandStyle } from './page-colors.ts'
import { PAGE_STYLE } from './page-style.ts'

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
  /** Another page. */
  link?: PageAction
  /** HTML after the paragraphs, with values that the caller has escaped. */
  content?: string
  /** Elements of the head, likewise. */
  head?: string
  /** HTML below the card, likewise. */
  below?: string
  /** The page of the project to which an action leads in the end. Browsers refuse redirects elsewhere. */
  redirectUrl?: string | null
  /** The sender of these emails. */
  sender?: { name: string; postalAddress: string | null; brandColor?: string | null }
  /** Whether everybody may find and read it: caches keep it for a minute, and search engines may list it. */
  isPublished?: boolean
}

/** Short: what is no longer published should be gone soon. */
export const PUBLISHED_CACHE = 'public, max-age=60'

/** A style sheet in a policy. */
export const styleHash = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const STYLE_HASH = styleHash(PAGE_STYLE)

/** @param brand the style sheet of the project; empty if it has none */
const cspOf = ({ redirectUrl }: PublicPage, brand: string): string => {
  const styles = brand === '' ? STYLE_HASH : `${STYLE_HASH} ${styleHash(brand)}`
  return `default-src 'none'; style-src ${styles}; form-action ${formTargets(redirectUrl ?? null)}; base-uri 'none'; frame-ancestors 'none'`
}

/** The value of form-action: browsers apply it to the redirect after a form, too. */
export function formTargets(redirectUrl: string | null): string {
  if (redirectUrl === null) return "'self'"
  const { origin, protocol, hostname } = new URL(redirectUrl)
  // Other hosts cannot be written in a policy: those of IPv6, and names with signs that would end the directive.
  return `'self' ${/^[a-z0-9.-]+$/.test(hostname) ? origin : protocol}`
}

/** Cached only if it is published: the others show the current state, at a secret address. */
export function replyWithPage(reply: FastifyReply, page: PublicPage): FastifyReply {
  const color = page.sender?.brandColor ?? null
  const brand = color === null ? '' : brandStyle(color)
  return reply
    .code(page.status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': cspOf(page, brand),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(page.isPublished === true
        ? { 'cache-control': PUBLISHED_CACHE }
        : { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
    })
    .send(renderPage(page, brand))
}

const renderForm = ({ url, label }: PageAction, look = ''): string =>
  `<form method="post" action="${escapeHtml(url)}"><button type="submit"${look}>${escapeHtml(label)}</button></form>`

const renderLink = ({ url, label }: PageAction): string =>
  `<p class="link"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

const renderFooter = ({ name, postalAddress }: NonNullable<PublicPage['sender']>): string =>
  `<footer dir="auto">${escapeHtml(name)}${postalAddress === null ? '' : `\n${escapeHtml(postalAddress)}`}</footer>`

function renderPage(page: PublicPage, brand: string): string {
  const { language, direction, title, paragraphs, action, otherAction, link, sender } = page
  const heading = escapeHtml(title)
  const parts = [
    sender && `<div class="brand"><bdi>${escapeHtml(sender.name)}</bdi></div>`,
    `<h1>${heading}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    page.content,
    action && renderForm(action),
    otherAction && renderForm(otherAction, ' class="other"'),
    link && renderLink(link),
  ]
  const below = [page.below, sender && renderFooter(sender)]
  const join = (pieces: (string | undefined)[]) => pieces.filter((piece) => piece !== undefined).join('\n')
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${PAGE_STYLE}</style>
${brand === '' ? '' : `<style>${brand}</style>`}
${page.head ?? ''}
</head>
<body>
<main>
${join(parts)}
</main>
${join(below)}
</body>
</html>
`
}
