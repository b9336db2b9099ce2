// An email as a page of its own. Its content is untrusted: it may load images and styles from anywhere, but the page is a sandbox
// without scripts and without our origin.
import type { FastifyReply } from 'fastify'
import { PUBLISHED_CACHE } from './public-page.ts'

const CSP =
  "default-src 'none'; img-src * data:; style-src 'unsafe-inline' *; font-src * data:; media-src *; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

/** Unless it is published, it is not cached: the URL is a secret, and the email may be erased. */
export const replyWithEmail = (
  reply: FastifyReply,
  { html, isPublished }: { html: string; isPublished: boolean },
): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CSP,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(isPublished
        ? { 'cache-control': PUBLISHED_CACHE }
        : { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
    })
    .send(html)
