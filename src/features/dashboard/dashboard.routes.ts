// The dashboard: everything below /app, and the links that lead there. It is a single-page application, and its data comes
// from the API. No path of the API begins with /app.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { replyWithFile } from '../../platform/http/replies/file-reply.ts'
import type { BuiltPages } from './built-pages.ts'
import { FrameQuery } from './dashboard.schema.ts'
import type { Pages } from './pages.ts'
import { framePolicy, PREVIEW_FRAME } from './preview-frame.ts'

/** A build takes seconds. */
const RETRY_SECONDS = 2

const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Links to the dashboard contain tokens, which no other server may see as a referrer. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-robots-tag': 'noindex',
}

/** The pages outside of a project. */
const PAGES = [
  '/app',
  '/sign-in',
  '/forgot-password',
  '/reset-password/:token',
  '/setup/:token',
  '/invite/:token',
]

export function dashboardRoutes(app: App, { pages, publicUrl }: { pages: Pages; publicUrl: string }): void {
  const options = { config: { access: 'open' as const }, schema: { hide: true } }
  const page = (_request: FastifyRequest, reply: FastifyReply) => replyWithIndex(reply, pages)

  app.get('/', options, (_request, reply) => reply.redirect('/app', 302))
  for (const url of PAGES) app.get(url, options, page)
  app.get('/app/*', options, ({ params }, reply) => {
    const name = (params as { '*': string })['*']
    const state = pages.state()
    const file = state.is === 'ready' ? state.pages.files.get(name) : undefined
    if (file) return replyWithFile(reply, file)
    // A missing file must not be answered with the page: a browser would run it as a script.
    if (name.startsWith('assets/')) throw new AppError('RESOURCE_NOT_FOUND')
    return replyWithIndex(reply, pages)
  })
  app.get('/app/frame', { ...options, schema: { hide: true, querystring: FrameQuery } }, ({ query }, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': framePolicy({
          areImagesAllowed: query.images === 'allowed',
          ownImages: `${publicUrl}/i/`,
        }),
        'referrer-policy': 'no-referrer',
      })
      .send(PREVIEW_FRAME),
  )
}

function replyWithIndex(reply: FastifyReply, pages: Pages): FastifyReply {
  const state = pages.state()
  if (state.is === 'ready') return replyWithNonce(reply, state.pages)
  if (state.is === 'building') reply.header('refresh', String(RETRY_SECONDS))
  return replyWithPage(reply, {
    status: 503,
    language: 'en',
    direction: 'ltr',
    ...(state.is === 'building'
      ? {
          title: 'The dashboard is being built',
          paragraphs: ['This takes some seconds, once per version. The page reloads by itself.'],
        }
      : {
          title: 'The dashboard could not be built',
          paragraphs: [
            `The log of the server says why (reference: ${state.reference}).`,
            'The API works without it; see /docs.',
          ],
        }),
  })
}

function replyWithNonce(reply: FastifyReply, { indexWith }: BuiltPages): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({ ...PAGE_HEADERS, 'content-security-policy': policyWith(nonce) })
    .send(indexWith(nonce))
}
