// The reports of every provider, as it sends and signs them, and their effects; and what is refused.
import { beforeAll, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { PROVIDER_BODIES } from '../../../platform/email/feedback/providers/fixtures/provider-bodies.ts'
import type { BodyIds } from '../../../platform/email/feedback/providers/fixtures/provider-bodies.ts'
import type { Json } from '../../../platform/email/feedback/providers/json-values.ts'
import { readSparkPostEvent } from '../../../platform/email/feedback/providers/sparkpost.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import { PROVIDERS } from '../../../platform/email/feedback/providers/providers.values.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import {
  makeEmailToPerson,
  readEmail,
  readSuppressions,
  readTally,
  returnPathOf,
} from '../fixtures/reports.ts'
import { insertUnmatched } from './doors.queries.ts'
import { doorUrl, ensureDoor, rotateToken, setProofs } from './doors.service.ts'
import { signedBody, TEST_PROOFS } from './fixtures/signed-requests.ts'
import { doorPartsOf } from './fixtures/door-parts.ts'
import { reportWork } from './reports.work.ts'
import { reviewUnmatched } from './unmatched.service.ts'

const test = useTestApp()
let own: TestApp
let domain: string

/** The path of the door for a provider. */
async function pathOf(provider: Provider): Promise<string> {
  const door = await ensureDoor(doorPartsOf(test))
  return doorUrl(test.deps.secrets, { door, publicUrl: '' }).replace('{provider}', provider)
}

beforeAll(async () => {
  const parts = doorPartsOf(test)
  await setProofs(parts, { id: (await ensureDoor(parts)).id, proofs: TEST_PROOFS })
  own = await inFreshProject(test)
  // Creating the key of a domain takes a tenth of a second.
  ;({ domain } = await buildDomain(own))
})

async function makeReportedEmail() {
  const made = await makeEmailToPerson(own)
  const { projectId } = own.project
  const ids: BodyIds = {
    recipient: made.address,
    reference: createLinkTokens(own.deps.secrets).make('report', { ids: [projectId, made.emailId] }),
    returnPath: returnPathOf(own, made.emailId, { domain }),
    messageId: `${made.emailId}@${domain}`,
  }
  return { ...made, ids }
}

const post = async (provider: Provider, json: unknown, { at = test.clock.now() } = {}) => {
  const { body, headers } = signedBody(provider, json as object, at)
  return call(test, ['POST', await pathOf(provider)], { key: null, body, headers })
}

async function applyReports(): Promise<void> {
  for (const kind of reportWork(test.deps)) await runDueWork(test.deps, kind)
}

/** Providers whose reports need no fetched certificate. */
const DIRECT = PROVIDERS.filter((provider) => provider !== 'ses')

const STATES = {
  delivered: { status: 'DELIVERED', suppressions: [] },
  delayed: { status: 'SENT', suppressions: [] },
  hard: { status: 'BOUNCED', suppressions: ['hard_bounce'] },
  soft: { status: 'BOUNCED', suppressions: [] },
  policy: { status: 'BOUNCED', suppressions: [] },
  suppressed: { status: 'BOUNCED', suppressions: ['hard_bounce'] },
  complained: { status: 'COMPLAINED', suppressions: ['complaint'] },
  unsubscribed: { status: 'SENT', suppressions: [] },
} as const

const SOURCES: Partial<Record<keyof typeof STATES, string[]>> = {
  hard: ['bounce'],
  suppressed: ['its own list'],
  complained: ['complaint'],
}

const cases = DIRECT.flatMap((provider) =>
  (Object.keys(PROVIDER_BODIES[provider]) as (keyof typeof STATES)[]).map((kind) => ({ provider, kind })),
)

describe('a report', () => {
  it.each(cases)('of $provider: $kind', async ({ provider, kind }) => {
    const { emailId, ids } = await makeReportedEmail()
    const json = PROVIDER_BODIES[provider][kind]?.(ids)
    const reply = await post(provider, json)
    expect([reply.statusCode, reply.json()]).toEqual([200, { events: 1, matched: 1 }])
    await applyReports()
    const { status, suppressions } = STATES[kind]
    expect(await readEmail(own, emailId)).toMatchObject({ status })
    const found = (await readSuppressions(own)).filter(({ email }) => email === ids.recipient)
    expect(found.map(({ reason }) => reason)).toEqual(suppressions)
    const sources = found.map(({ source }) => source.replace(`${provider} suppression list`, 'its own list'))
    expect(sources).toEqual(SOURCES[kind] ?? [])
    const before = await readTally(own)
    // Providers repeat a report whose answer was lost.
    expect((await post(provider, json)).statusCode).toBe(200)
    await applyReports()
    expect(await readTally(own)).toEqual(before)
  })

  it('of a delivery after a bounce changes nothing, and a bounce after a delivery counts', async () => {
    for (const order of [
      ['hard', 'delivered'],
      ['delivered', 'hard'],
    ] as const) {
      const { emailId, ids } = await makeReportedEmail()
      for (const kind of order) {
        await post('postmark', PROVIDER_BODIES.postmark[kind]?.(ids))
        await applyReports()
      }
      expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    }
  })

  it('about an unknown email is kept, and has no effect', async () => {
    const { emailId, ids } = await makeReportedEmail()
    const json = PROVIDER_BODIES.sparkpost.hard?.({
      ...ids,
      reference: 'x',
      returnPath: 'a@b.test',
      messageId: 'x',
    })
    expect((await post('sparkpost', json)).json()).toEqual({ events: 1, matched: 0 })
    await applyReports()
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
    const kept = await test.deps.database.db.selectFrom('unmatched_reports').selectAll().execute()
    expect(kept).toMatchObject([{ provider: 'sparkpost', event: { recipient: ids.recipient } }])
  })

  it('about an email that is known later is matched then, and forgotten after a day otherwise', async () => {
    const { emailId, ids } = await makeReportedEmail()
    const [known, stranger] = [ids, { ...ids, reference: 'x', returnPath: 'a@b.test' }]
    const db = test.deps.database.db
    await db.deleteFrom('unmatched_reports').execute()
    // As if the email had been accepted only now.
    for (const given of [known, stranger]) {
      const bodies = PROVIDER_BODIES.sparkpost.hard?.(given) as Json[] | undefined
      const [event] = readSparkPostEvent(bodies?.[0] ?? {})
      const door = await ensureDoor(doorPartsOf(test))
      const unmatched = {
        doorId: door.id,
        provider: 'sparkpost',
        events: event ? [event] : [],
        now: test.clock.now(),
      }
      await inTransaction(db, (trx) => insertUnmatched(trx, unmatched))
    }
    const counted: number[] = []
    const counter = { add: (_labels: object, value = 1) => void counted.push(value) }
    await reviewUnmatched(test.deps, counter)
    await applyReports()
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await db.selectFrom('unmatched_reports').selectAll().execute()).toHaveLength(1)
    test.clock.advance(86_400_001)
    await reviewUnmatched(test.deps, counter)
    expect(await db.selectFrom('unmatched_reports').selectAll().execute()).toEqual([])
    expect(counted).toEqual([1])
  })

  it('of 10,000 events is stored as a whole, and others are answered meanwhile', async () => {
    const { emailId, ids } = await makeReportedEmail()
    const event = { type: 'delivered', recipient: ids.recipient, returnPath: ids.returnPath }
    const order: string[] = []
    const large = post('custom', { events: Array.from({ length: 10_000 }, () => event) }).then((reply) => {
      order.push('report')
      return reply
    })
    const small = Array.from({ length: 5 }, async () => {
      expect((await call(test, ['GET', '/health'], { key: null })).statusCode).toBe(200)
      order.push('other')
    })
    expect((await large).json()).toEqual({ events: 10_000, matched: 10_000 })
    await Promise.all(small)
    expect(order.at(-1)).toBe('report')
    await applyReports()
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'DELIVERED' })
  })

  it('with characters that cannot be stored is applied without them', async () => {
    const { emailId, ids } = await makeReportedEmail()
    const evil = '550 5.1.1 user\u0000 unknown \ud800'
    const event = { type: 'bounced', recipient: ids.recipient, messageId: ids.messageId, reply: evil }
    expect((await post('custom', { events: [event, { ...event, messageId: evil }] })).json()).toEqual({
      events: 2,
      matched: 1,
    })
    await applyReports()
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
  })

  it('of an event that is no feedback is accepted and ignored', async () => {
    expect((await post('sendgrid', [{ event: 'open', email: 'ada@example.com' }])).json()).toEqual({
      events: 0,
      matched: 0,
    })
  })
})

/** Mailgun signs only the token, the others the whole body. */
const alter = (body: Buffer): Buffer => Buffer.from(`${body.toString().replace('"token":"', '"token":"0')} `)

describe('what is refused', () => {
  it('is an unknown token, before its body is read', async () => {
    const reply = await call(test, ['POST', '/feedback/postmark/AAAAAAAAAAAAAAAAAAAAAA'], {
      key: null,
      body: '{}',
    })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
  })

  it('is one unknown token after the other, while the right one works', async () => {
    const statusOf = async (url: string) => {
      const request = { method: 'POST', url, payload: '{}', remoteAddress: '198.51.100.7' } as const
      return (await test.app.inject(request)).statusCode
    }
    const right = await pathOf('postmark')
    expect(await statusOf(right)).toBe(200)
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n += 1) statuses.add(await statusOf(`/feedback/postmark/wrong-${n}`))
    expect([...statuses].toSorted((one, other) => one - other)).toEqual([404, 429])
    expect(await statusOf(right)).toBe(200)
  })

  it('is an unknown provider', async () => {
    const path = (await pathOf('postmark')).replace('postmark', 'pigeon')
    expect((await call(test, ['POST', path], { key: null, body: '{}' })).statusCode).toBe(404)
  })

  it.each(['sendgrid', 'mailgun', 'resend'] as const)(
    'is an altered, an old or an unsigned report of %s',
    async (provider) => {
      const { emailId, ids } = await makeReportedEmail()
      const json = PROVIDER_BODIES[provider].hard?.(ids) as object
      const path = await pathOf(provider)
      const now = test.clock.now()
      const { body, headers } = signedBody(provider, json, now)
      const altered = alter(body)
      const old = signedBody(provider, json, new Date(now.getTime() - 3_600_000))
      const requests = [
        { body: altered, headers },
        { body: old.body, headers: old.headers },
        { body: Buffer.from(JSON.stringify(json)), headers: { 'content-type': 'application/json' } },
      ]
      for (const request of requests) {
        const reply = await call(test, ['POST', path], { key: null, ...request })
        expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
      }
      await applyReports()
      expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
    },
  )

  it('is a report of Mailgun that is repeated with the same token', async () => {
    const { ids } = await makeReportedEmail()
    const { body, headers } = signedBody(
      'mailgun',
      PROVIDER_BODIES.mailgun.hard?.(ids) as object,
      test.clock.now(),
    )
    const path = await pathOf('mailgun')
    const codes = []
    for (let n = 0; n < 2; n += 1) {
      codes.push((await call(test, ['POST', path], { key: null, body, headers })).statusCode)
    }
    expect(codes).toEqual([200, 403])
  })

  it('is a body that is not JSON, or not in our own form', async () => {
    const path = await pathOf('custom')
    for (const body of ['not JSON', '"text"', '{"events": [{"type": "lost", "recipient": "a@b.test"}]}']) {
      const reply = await call(test, ['POST', path], { key: null, body })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_REQUEST_BODY'])
    }
  })

  it('is a body of more than 5 MB', async () => {
    const body = Buffer.alloc(5 * 1024 * 1024 + 1, ' ')
    expect((await call(test, ['POST', await pathOf('custom')], { key: null, body })).statusCode).toBe(413)
  })
})

it('a rotated token works on until its grace period ends', async () => {
  const former = await pathOf('postmark')
  await rotateToken(doorPartsOf(test), { graceSeconds: 60 })
  const current = await pathOf('postmark')
  expect(current).not.toBe(former)
  const statusOf = async (path: string) =>
    (await call(test, ['POST', path], { key: null, body: '{}' })).statusCode
  expect([await statusOf(former), await statusOf(current)]).toEqual([200, 200])
  test.clock.advance(61_000)
  expect([await statusOf(former), await statusOf(current)]).toEqual([404, 200])
})
