import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { setProjectDisabled } from '../../src/features/projects/index.ts'
import { buildKey } from '../support/factories.ts'
import type { Reply } from '../support/requests.ts'
import { buildProject, useTestApp } from '../support/test-app.ts'
import { atOnce, describeApi, watchRoutes } from './api-routes.ts'
import type { Operation, Route } from './api-routes.ts'

const watch = watchRoutes()
const test = useTestApp()
afterAll(() => watch.stop())

/** Calls a route, as if from another machine, with placeholders for its parameters. */
const ask = ({ method, url }: Route, key?: string): Promise<Reply> =>
  test.app.inject({
    method,
    url: url.replace(/:\w+/g, 'x').replace('*', ''),
    query: atOnce(url),
    headers: { 'x-forwarded-for': '192.0.2.1', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
  })

const nameOf = ({ method, url }: Route) => `${method} ${url}`

/** Sorted by their answer without a key, without those that only say "405" or answer a preflight. */
const open: Route[] = []
const closed: Route[] = []
beforeAll(async () => {
  for (const route of watch.routes().filter(({ method }) => method !== 'OPTIONS')) {
    const { statusCode } = await ask(route)
    if (statusCode !== 405) (statusCode === 401 ? closed : open).push(route)
  }
})

/** The closed routes that answer something else than this when they are asked with the key. */
async function exceptions(key: string, isExpected: (reply: Reply) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const route of closed) if (!isExpected(await ask(route, key))) found.push(nameOf(route))
  return found
}

/** They change only with a new version. */
const PUBLIC_SCRIPTS = ['/docs/js/scalar.js', '/f/form.js']

/** Signed links stand for a key; forms and archives are for everybody. */
const PUBLIC_PAGES = [
  '/archive/:token',
  '/archive/:token/:slug',
  '/archive/:token/feed.xml',
  '/i/:token',
  '/browser/:token',
  '/c/:token',
  '/f/:id',
  '/f/:id/challenge',
  '/f/form.js',
  '/invite/:token',
  '/manage/:token',
  '/o/:token',
  '/reset-password/:token',
  '/setup/:token',
  '/subscribe/:token',
  '/confirm/:token',
  '/unsubscribe/:token',
]
const OPEN = [
  '/',
  '/app',
  '/app/*',
  '/app/frame',
  '/auth/callback/oidc',
  '/auth/methods',
  '/docs',
  '/docs/',
  '/docs/js/scalar.js',
  '/docs/js/start.js',
  '/guide',
  '/guide/*',
  '/llms-full.txt',
  '/llms.txt',
  '/health',
  '/openapi.json',
  '/ready',
  '/sign-in',
  '/forgot-password',
]

/** A password, a code or the token of a link stand for a key. */
const SIGNING_IN = [
  '/auth/sign-in/email',
  '/auth/sign-in/oidc',
  '/auth/sign-out',
  '/auth/password-reset',
  '/auth/password-reset/check',
  '/auth/password-reset/complete',
  '/auth/two-factor/verify-backup-code',
  '/auth/two-factor/verify-totp',
  '/invitations/accept',
  '/setup',
  '/feedback/:provider/:token',
]

/** Those that no key opens, only a person who is signed in; session-routes.test.ts is about them. */
const isForPeople = ({ access }: Route) => access === 'session' || access === 'member'

/** Open to every secret key, whose scopes decide about the tools. */
const isForAgents = ({ access }: Route) => access === 'secret'

/** Calls of other providers that stand for POST /v1/send. */
const isSendingDoor = ({ method, url, isForwarded }: Route) =>
  isForwarded &&
  method === 'POST' &&
  /\/(emails?(\/batch|\/withTemplate|\/batchWithTemplates)?|send|messages)$/.test(url)

const SECRET_NAME = /^(key|secret|link|token|password|secretKey|publicKey|totpURI|backupCodes)$/

/**
 * The key of a topic, a coupon list, a partial or the field of a form is its name, which everybody may know; the link of a brand kit is
 * a colour.
 */
const isPublicName = ({ url }: Route, field: string) =>
  (/^\/(topics|forms|coupon-lists|partials)\b/.test(url) && field === 'key') ||
  (url === '/project/brand' && field === 'link')

/** The fields of a good answer, at any depth, that look like a secret by their name. */
function secretsOf({ schema }: Route): string[] {
  const answers = Object.entries((schema?.response ?? {}) as Record<string, z.ZodType>)
  return answers
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, answer]) => fieldsOf(z.toJSONSchema(answer, { unrepresentable: 'any', io: 'input' })))
    .filter((name) => SECRET_NAME.test(name))
}

function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties } = value as { properties?: object }
  return [...Object.keys(properties ?? {}), ...Object.values(value).flatMap(fieldsOf)]
}

describe('the routes of the app', () => {
  it('that need no key are exactly these', () => {
    expect(open.map(nameOf).toSorted()).toEqual(
      [...OPEN, ...PUBLIC_PAGES]
        .flatMap((url) => [`GET ${url}`, `HEAD ${url}`])
        .concat('POST /confirm/:token', 'POST /f/:id', 'POST /manage/:token')
        .concat('POST /subscribe/:token', 'POST /unsubscribe/:token')
        .concat(SIGNING_IN.map((url) => `POST ${url}`))
        .toSorted(),
    )
    expect(closed.length).toBeGreaterThan(10)
  })

  it('are kept by no cache and guessed at by no browser, whatever they answer', async () => {
    const without: string[] = []
    for (const route of watch.routes()) {
      const replies = [await ask(route), await ask(route, test.project.secretKey)]
      const isMarked = ({ headers }: Reply) =>
        headers['x-content-type-options'] === 'nosniff' &&
        (headers['cache-control'] === 'no-store' || PUBLIC_SCRIPTS.includes(route.url))
      if (!replies.every(isMarked)) without.push(nameOf(route))
    }
    expect(without).toEqual([])
  })

  it('whose bodies have a limit of their own are exactly these', () => {
    const own = watch.routes().filter(({ bodyLimit }) => bodyLimit !== undefined)
    expect(own.map(nameOf).toSorted()).toEqual([
      'PATCH /workflows/:id',
      'POST /confirm/:token',
      'POST /f/:id',
      'POST /feedback/:provider/:token',
      'POST /manage/:token',
      'POST /mcp',
      'POST /subscribe/:token',
      'POST /unsubscribe/:token',
      'POST /workflows',
      'POST /workflows/:id/simulate',
      'POST /workflows/simulate',
    ])
  })

  it('that show a secret say so, and a replayed answer leaves it out', () => {
    const isRepeatable = ({ method, access }: Route) =>
      ['POST', 'PATCH', 'DELETE'].includes(method) && !['open', 'session'].includes(access ?? 'open')
    const unmarked = watch
      .routes()
      .filter(isRepeatable)
      .flatMap((route) =>
        secretsOf(route)
          .filter((field) => !route.secretFields.includes(field) && !isPublicName(route, field))
          .map((field) => `${nameOf(route)}: ${field}`),
      )
    expect(unmarked).toEqual([])
    const marked = watch.routes().filter(({ secretFields }) => secretFields.length > 0)
    expect(marked.map(nameOf).toSorted()).toEqual([
      'POST /instance/feedback/rotate',
      'POST /invitations',
      'POST /keys',
      'POST /keys/:id/rotate',
      'POST /transports/:id/feedback/rotate',
      'POST /webhooks',
      'POST /webhooks/:id/rotate',
      'POST /workflows/:id/signing-secret',
      'POST /workflows/:id/signing-secret/rotate',
    ])
  })

  it('that take a public key are exactly these', async () => {
    expect(await exceptions(test.project.publicKey, (reply) => reply.statusCode === 403)).toEqual([
      'POST /v1/track',
    ])
  })

  it('that take a key with the scope read are every GET, and the POSTs that only compute an answer', async () => {
    const key = await buildKey(test, { scopes: ['read'] })
    const isReading = ({ method, url }: Route) =>
      ['GET', 'HEAD'].includes(method) ||
      /\/(preflight|preview|render|checks|explain|simulate|missing)$/.test(url)
    // The figures of the whole server do not belong to a project, a feedback URL is a secret, and listening opens a feed.
    const others = new Set(['/metrics', '/transports/:id/feedback', '/webhooks/listen'])
    const reading = closed.filter(
      (route) => (isReading(route) || isForAgents(route)) && !others.has(route.url) && !isForPeople(route),
    )
    expect(await exceptions(key, (reply) => reply.statusCode === 403)).toEqual(reading.map(nameOf))
    expect(reading.map(nameOf)).toContain('GET /keys')
    expect(reading.map(nameOf)).toContain('POST /templates/:id/render')
  })

  it('that take a key with the scope send are the calls of /v1, and the doors to them', async () => {
    const key = await buildKey(test, { scopes: ['send'] })
    const sending = closed.filter(
      (route) => route.url.startsWith('/v1/') || isForAgents(route) || isSendingDoor(route),
    )
    expect(await exceptions(key, (reply) => reply.statusCode === 403)).toEqual(sending.map(nameOf))
    expect(sending.length).toBeGreaterThan(2)
  })

  it('are all closed for a disabled project', async () => {
    const { projectId, secretKey } = await buildProject(test.deps)
    await setProjectDisabled(test.deps.database.db, { projectId, isDisabled: true, now: test.clock.now() })
    // HEAD has no body to look into.
    const isRefused = (reply: Reply) =>
      reply.statusCode === 403 &&
      (reply.body === '' || reply.body.includes('PROJECT_DISABLED') || reply.body.includes('is disabled'))
    expect(await exceptions(secretKey, isRefused)).toEqual([])
  })

  it('that are described have the schema of their answer; the others are hidden on purpose', () => {
    const described = watch.routes().filter(({ schema }) => schema?.hide !== true && schema !== undefined)
    expect(described.length).toBeGreaterThan(10)
    expect(described.filter(({ schema }) => schema?.response === undefined).map(nameOf)).toEqual([])
    const silent = watch
      .routes()
      .filter(({ schema }) => schema === undefined)
      .map(({ url }) => url)
    // The library of the reading page adds these itself.
    expect(silent.filter((url) => !url.startsWith('/docs'))).toEqual([])
  })
})

const needsKey = ({ security = [] }: Operation) =>
  security.length > 0 && security.every((one) => 'secretKey' in one || 'publicKey' in one)

describe('the description of every call', async () => {
  const { document, operations } = await describeApi()

  it('has a name of its own, a summary and a group that is described', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id ?? ''))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    const groups = document.tags?.map(({ name }) => name) ?? []
    const without = operations.filter(
      ({ summary, tags }) => !summary || tags?.length !== 1 || !groups.includes(tags[0] ?? ''),
    )
    expect(without.map(({ operationId }) => operationId)).toEqual([])
  })

  it('says what every parameter is', () => {
    const mute = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap((one) =>
        '$ref' in one || one.description ? [] : [`${operationId}: ${(one as { name: string }).name}`],
      ),
    )
    expect(mute).toEqual([])
  })

  it('says what a good answer looks like: a body, or with 204 none', () => {
    // The user's document asks for a 200 without a body there.
    for (const { responses = {} } of operations.filter(({ operationId }) => operationId !== 'sendCampaign')) {
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      expect(good.length).toBeGreaterThan(0)
      for (const [status, answer] of good) expect('content' in answer).toBe(status !== '204')
    }
  })

  it('shows the errors that every call with a key can give', () => {
    expect(operations.filter(needsKey).length).toBeGreaterThan(30)
    for (const { responses } of operations.filter(needsKey)) {
      expect(Object.keys(responses ?? {})).toEqual(
        expect.arrayContaining(['400', '401', '403', '422', '429', '500', '503']),
      )
    }
  })

  it('has a 404 wherever a record is named, and a 422 wherever fields can be wrong', () => {
    const lacking = operations.filter(
      ({ path, requestBody, responses = {} }) =>
        (path.includes('{') && !('404' in responses)) || (requestBody !== undefined && !('422' in responses)),
    )
    expect(lacking.map(({ operationId }) => operationId)).toEqual([])
  })
})
