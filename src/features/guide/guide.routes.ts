// The guide: everything below /guide, and its index for language models. No path of the API begins with /guide.
import type { FastifyReply } from 'fastify'
import type { App } from '../../platform/http/app-types.ts'
import { replyWithPage } from '../../platform/http/public-page.ts'
import { replyWithFile } from '../../platform/http/replies/file-reply.ts'
import type { Guide } from './guide.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const MISSING = '404.html'

export function guideRoutes(app: App, { guide }: { guide: Guide }): void {
  const options = { config: { access: 'open' as const }, schema: { hide: true } }

  app.get('/guide', options, (_request, reply) => replyFromGuide(reply, guide, 'index.html'))
  app.get('/guide/*', options, ({ params }, reply) => {
    const name = (params as { '*': string })['*']
    if (name.endsWith('/') || name === '') {
      return reply.redirect(`/guide/${encodeURI(name)}`.replace(/\/+$/, ''), 301)
    }
    return replyFromGuide(reply, guide, name)
  })
  for (const name of ['llms.txt', 'llms-full.txt']) {
    app.get(`/${name}`, options, (_request, reply) => replyFromGuide(reply, guide, name))
  }
}

async function replyFromGuide(reply: FastifyReply, guide: Guide, name: string): Promise<FastifyReply> {
  const state = await guide.open()
  if (state.is === 'missing') return replyWithoutGuide(reply, state.reference)
  const file = state.files.get(name) ?? state.files.get(`${name}.html`)
  const shown = file ?? state.files.get(MISSING)
  if (shown === undefined) throw new Error(`the guide has no ${MISSING}`)
  if (file === undefined || name === MISSING) reply.code(404)
  return replyWithFile(
    reply.headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' }),
    shown,
  )
}

const replyWithoutGuide = (reply: FastifyReply, reference: string): FastifyReply =>
  replyWithPage(reply, {
    status: 503,
    language: 'en',
    direction: 'ltr',
    title: 'The guide could not be built',
    paragraphs: [
      `The log of the server says why (reference: ${reference}).`,
      'Its pages are in the folder docs of the program. The API works without them; see /docs.',
    ],
  })
