// The doors of transports that projects have added: a report acts only on emails that left by the transport of its door.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject, makeEmail, newAddress } from '../../../../test/support/factories.ts'
import { buildDomain, buildTransport } from '../../../../test/support/feature-steps.ts'
import type { TransportAnswer } from '../../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import { makeEmailToPerson, readEmail, readSuppressions, returnPathOf } from '../fixtures/reports.ts'
import { doorUrl, ensureDoor } from './doors.service.ts'
import { doorPartsOf } from './fixtures/door-parts.ts'
import { reportWork } from './reports.work.ts'

const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8', PUBLIC_URL: 'https://mail.example.com' })
let own: TestApp
let domain: string
beforeEach(async () => {
  own = await inFreshProject(test)
  ;({ domain } = await buildDomain(own))
})

type Feedback = { url: string; provider: string | null; keys: string[]; lastReportAt: string | null }

const read = async (owner: TestApp, { id }: Pick<TransportAnswer, 'id'>) =>
  (await call(owner, ['GET', `/transports/${id}/feedback`])).json<Feedback>()

const pathOf = ({ url }: Pick<Feedback, 'url'>) => new URL(url.replace('{provider}', 'custom')).pathname

/** An email of the project that left by a transport, or by that of the server. */
async function sendBy(owner: TestApp, transport: TransportAnswer | null) {
  const made = await makeEmailToPerson(owner)
  await sql`update emails set transport_id = ${transport?.id ?? null} where id = ${made.emailId}`.execute(
    test.deps.database.db,
  )
  return made
}

type ReportedEmail = { emailId: EmailId; address: string; isByMessageId?: boolean }

/** Reports a hard bounce in our own form, by the signed return path or by the Message-ID. */
async function reportBounce(path: string, { emailId, address, isByMessageId = false }: ReportedEmail) {
  const event = {
    type: 'bounced',
    recipient: address,
    reply: '550 5.1.1 no such user',
    ...(isByMessageId
      ? { messageId: `${emailId}@${domain}` }
      : { returnPath: returnPathOf(own, emailId, { domain }) }),
  }
  const reply = await call(test, ['POST', path], { key: null, body: { events: [event] } })
  for (const kind of reportWork(test.deps)) await runDueWork(test.deps, kind)
  return reply.json<{ events: number; matched: number }>()
}

describe('the feedback URL of a transport', () => {
  it('is its own, and the same until it is rotated', async () => {
    const [one, two] = [await buildTransport(own), await buildTransport(own)]
    const first = await read(own, one)
    expect(first).toEqual({
      url: expect.stringMatching(
        /^https:\/\/mail\.example\.com\/feedback\/\{provider\}\/[\w-]{22}$/,
      ) as unknown,
      provider: null,
      keys: [],
      lastReportAt: null,
      probes: [],
    })
    expect(await read(own, one)).toEqual(first)
    expect((await read(own, two)).url).not.toBe(first.url)
  })

  it('names the provider if it is known', async () => {
    const { id } = await buildTransport(own)
    await call(own, ['PATCH', `/transports/${id}`], { body: { settings: { provider: 'mailgun' } } })
    const { url, provider } = await read(own, { id })
    expect([provider, url.includes('/feedback/mailgun/')]).toEqual(['mailgun', true])
  })

  it('takes keys, and does not show them', async () => {
    const { id } = await buildTransport(own)
    const patch = (keys: object) => call(own, ['PATCH', `/transports/${id}/feedback`], { body: { keys } })
    const reply = await patch({ mailgun: 'a secret key', resend: 'whsec_abc' })
    expect([reply.json<Feedback>().keys.toSorted(), reply.body.includes('secret key')]).toEqual([
      ['mailgun', 'resend'],
      false,
    ])
    expect((await patch({ mailgun: null })).json<Feedback>().keys).toEqual(['resend'])
    expect(fieldsOf(await patch({ mailgun: '' }))).toEqual({ 'keys.mailgun': 'too_small' })
  })

  it('is replaced by another, and works until the grace period ends', async () => {
    const transport = await buildTransport(own)
    const before = await read(own, transport)
    const rotate = (graceSeconds: number) =>
      call(own, ['POST', `/transports/${transport.id}/feedback/rotate`], { body: { graceSeconds } })
    const after = (await rotate(3600)).json<Feedback>()
    expect(after.url).not.toBe(before.url)
    const emails = [await sendBy(own, transport), await sendBy(own, transport)] as const
    expect(await reportBounce(pathOf(before), emails[0])).toMatchObject({ matched: 1 })
    expect(await reportBounce(pathOf(after), emails[1])).toMatchObject({ matched: 1 })
    await rotate(0)
    expect((await call(test, ['POST', pathOf(after)], { key: null, body: {} })).statusCode).toBe(404)
  })

  it('ends with its transport', async () => {
    const transport = await buildTransport(own)
    const feedback = await read(own, transport)
    await call(own, ['DELETE', `/transports/${transport.id}`])
    expect((await call(test, ['POST', pathOf(feedback)], { key: null, body: {} })).statusCode).toBe(404)
  })
})

describe('a report', () => {
  it('acts on an email that left by its transport', async () => {
    const transport = await buildTransport(own)
    const email = await sendBy(own, transport)
    const feedback = await read(own, transport)
    expect(await reportBounce(pathOf(feedback), email)).toEqual({ events: 1, matched: 1 })
    expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await readSuppressions(own)).toMatchObject([{ email: email.address }])
    expect((await read(own, transport)).lastReportAt).not.toBeNull()
  })

  it('acts on an email that is still being recorded', async () => {
    const transport = await buildTransport(own)
    const address = newAddress()
    const emailId = await makeEmail(own, { address })
    await sql`update email_queue set route_id = (select route_id from transports where id = ${transport.id})
      where email_id = ${emailId}`.execute(test.deps.database.db)
    const feedback = await read(own, transport)
    expect(await reportBounce(pathOf(feedback), { emailId, address })).toMatchObject({ matched: 1 })
  })

  it.each(['return path', 'Message-ID'])(
    'does nothing to an email that left otherwise, named by its %s',
    async (name) => {
      const [mine, other] = [await buildTransport(own), await buildTransport(own)]
      const stranger = await inFreshProject(test)
      const foreign = await buildTransport(stranger)
      const email = { ...(await sendBy(own, mine)), isByMessageId: name === 'Message-ID' }
      const instance = await ensureDoor(doorPartsOf(test))
      const paths = [
        pathOf(await read(own, other)),
        pathOf(await read(stranger, foreign)),
        pathOf({ url: doorUrl(test.deps.secrets, { door: instance, publicUrl: 'https://x' }) }),
      ]
      for (const path of paths) expect(await reportBounce(path, email)).toEqual({ events: 1, matched: 0 })
      expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'SENT' })
      expect(await reportBounce(pathOf(await read(own, mine)), email)).toEqual({ events: 1, matched: 1 })
    },
  )
})
