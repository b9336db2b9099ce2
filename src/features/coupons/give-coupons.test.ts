// Coupon codes in the emails of calls, campaigns and workflows.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import {
  actOnCampaign,
  advanceCampaign,
  buildCampaign,
  buildTemplate,
  freezeCampaign,
  sendCampaign,
} from '../../../test/support/feature-steps.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import {
  countStored,
  postSend,
  readEmail,
  send,
  sendBody,
  sendOne,
} from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../test/support/workflows.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { CampaignId, ContactId } from '../../platform/ids.ts'
import { giveCoupons } from './give-coupons.service.ts'
import {
  addCodes,
  buildCouponList,
  codesInEmails,
  listCodes,
  readCouponList,
} from './fixtures/coupon-steps.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })

const BODY = '<p>Your code: {{ coupons.spring }}</p>'

const people = async (app: TestApp, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await buildContact(app, { email: `p${n}@example.com` })
}

/** Why emails failed, by address. */
async function reasonsOf({ deps, project }: TestApp): Promise<[string, string][]> {
  const { rows } = await sql<{ address: string; reason: string }>`
    select address, reason from emails where project_id = ${project.projectId} and status = 'FAILED'
    order by address`.execute(deps.database.db)
  return rows.map(({ address, reason }) => [address, reason])
}

describe('a call of /v1/send', () => {
  it('gives each recipient a code of its own, and the same one in every later email', async () => {
    const app = await inFreshProject(test)
    await buildCouponList(app, { key: 'spring', codes: 3 })
    await send(app, { to: ['ann@example.com', 'bob@example.com'], body: BODY })
    await send(app, { to: 'ann@example.com', subject: 'Code {{ coupons.spring }}', body: '<p>Hi</p>' })
    expect(await codesInEmails(app, 'spring')).toEqual([
      ['ann@example.com', 'SPRING-1'],
      ['bob@example.com', 'SPRING-2'],
      ['ann@example.com', 'SPRING-1'],
    ])
  })

  it('shows a copy the code of the contact in to', async () => {
    const app = await inFreshProject(test)
    await buildCouponList(app, { key: 'spring', codes: 3 })
    await send(app, { to: 'ann@example.com', bcc: ['boss@example.com'], body: BODY })
    expect(await codesInEmails(app, 'spring')).toEqual([
      ['ann@example.com', 'SPRING-1'],
      ['boss@example.com', 'SPRING-1'],
    ])
  })

  it('takes codes of several lists, in the subject and in a template', async () => {
    const app = await inFreshProject(test)
    await buildCouponList(app, { key: 'spring', codes: 1 })
    await buildCouponList(app, { key: 'free-delivery', codes: 1 })
    const { id } = await buildTemplate(app, { body: '<p>{{ coupons.free-delivery }}</p>' })
    const { email } = await sendOne(app, { template: id, subject: '{{ coupons.spring }}', body: undefined })
    const { variables } = await readEmail(app, email)
    expect(variables['coupons']).toEqual({ spring: 'SPRING-1', 'free-delivery': 'FREE-DELIVERY-1' })
  })

  it('is refused while a list has too few codes, and uses none up', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 1 })
    const to = ['ann@example.com', 'bob@example.com']
    const reply = await postSend(app, { to, body: BODY })
    expect([reply.statusCode, errorOf(reply).code, errorOf(reply).message]).toEqual([
      409,
      'COUPON_UNAVAILABLE',
      'The coupon list spring has no free codes.',
    ])
    expect(await countStored(app)).toMatchObject({ emails: 0, contacts: 0 })
    expect((await readCouponList(app, id)).codes.free).toBe(1)
    await addCodes(app, id, ['MORE'])
    expect((await postSend(app, { to, body: BODY })).statusCode).toBe(200)
  })

  it('is refused for a list that does not exist', async () => {
    const app = await inFreshProject(test)
    const reply = await postSend(app, { body: BODY })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      'There is no coupon list with the key spring. The project has no coupon list.',
    ])
  })

  it('prints the values of a caller who has own ones, and uses no code up', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 1 })
    const { email } = await sendOne(app, { body: BODY, data: { coupons: { spring: 'MINE' } } })
    expect((await readEmail(app, email)).variables['coupons']).toEqual({ spring: 'MINE' })
    expect((await readCouponList(app, id)).codes.free).toBe(1)
  })

  it('uses no code up for a suppressed recipient or a test recipient', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 1 })
    await call(app, ['POST', '/suppressions'], { body: { email: 'ann@example.com' } })
    expect(await sendOne(app, { to: 'ann@example.com', body: BODY })).toMatchObject({ status: 'SUPPRESSED' })
    const { email } = await sendOne(app, { to: 'delivered@inbox.lettermill.test', body: BODY })
    expect((await readEmail(app, email)).variables['coupons']).toEqual({ spring: 'SAMPLE-CODE' })
    expect((await readCouponList(app, id)).codes.free).toBe(1)
  })

  it('is answered once for an Idempotency-Key, with one code', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 2 })
    const headers = { 'idempotency-key': 'once' }
    const first = await postSend(app, { body: BODY }, { headers })
    const second = await postSend(app, { body: BODY }, { headers })
    expect([first.statusCode, second.json()]).toEqual([200, first.json()])
    expect((await readCouponList(app, id)).codes.taken).toBe(1)
  })

  it.each([{}, { 'idempotency-key': 'batch' }])(
    'refuses single emails of a batch, with %j',
    async (headers) => {
      const app = await inFreshProject(test)
      await buildCouponList(app, { key: 'spring', codes: 1 })
      const emails = ['ann@example.com', 'bob@example.com'].map((to) => sendBody({ to, body: BODY }))
      const plain = sendBody({ to: 'cat@example.com' })
      const reply = await call(app, ['POST', '/v1/send/batch'], {
        body: { emails: [...emails, plain] },
        headers,
      })
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toContain('COUPON_UNAVAILABLE')
      expect(await countStored(app)).toMatchObject({ emails: 2 })
      expect(await codesInEmails(app, 'spring')).toHaveLength(1)
    },
  )

  it('refuses content that names too many lists', async () => {
    const body = [1, 2, 3, 4, 5, 6].map((n) => `{{ coupons.list${n} }}`).join(' ')
    const reply = await postSend(test, { body })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      400,
      'body, line 1, column 1: an email can name at most 5 coupon lists, not 6',
    ])
  })
})

describe('an email that is sent again', () => {
  const resend = (app: TestApp, id: string) => call(app, ['POST', `/emails/${id}/resend`])

  it('has the code that it had', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildCouponList(app, { key: 'spring', codes: 2 })
    const { email } = await sendOne(app, { to: 'ann@example.com', body: BODY })
    await call(app, ['POST', `/emails/${email}/cancel`])
    expect((await resend(app, email)).statusCode).toBe(201)
    expect(await codesInEmails(app, 'spring')).toEqual([
      ['ann@example.com', 'SPRING-1'],
      ['ann@example.com', 'SPRING-1'],
    ])
    expect((await readCouponList(app, id)).codes.taken).toBe(1)
  })

  it('is refused if it got no code', async () => {
    const app = await inFreshProject(test)
    await buildCouponList(app, { key: 'spring', codes: 1 })
    await call(app, ['POST', '/suppressions'], { body: { email: 'ann@example.com' } })
    const { email } = await sendOne(app, { to: 'ann@example.com', body: BODY })
    const reply = await resend(app, email)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      400,
      'The email cannot be sent again: it names a coupon list, and got no code of it.',
    ])
  })
})

describe('a campaign', () => {
  it('gives each recipient one code, and the next campaign the same ones', async () => {
    const app = await inFreshProject(test)
    await people(app, 3)
    await buildCouponList(app, { key: 'spring', codes: 3 })
    for (let round = 0; round < 2; round += 1) {
      const { id } = await buildCampaign(app, { body: BODY })
      await sendCampaign(app, id)
      await advanceCampaign(app, id)
    }
    const codes = await codesInEmails(app, 'spring')
    expect(codes).toHaveLength(6)
    expect(new Set(codes.map(String)).size).toBe(3)
    expect(new Set(codes.map(([, code]) => code)).size).toBe(3)
  })

  it('fails the emails of recipients beyond the last code, with the reason, and sends the others', async () => {
    const app = await inFreshProject(test)
    await people(app, 3)
    await buildCouponList(app, { key: 'spring', codes: 2 })
    const { id } = await buildCampaign(app, { body: BODY })
    await sendCampaign(app, id)
    await advanceCampaign(app, id)
    expect(await codesInEmails(app, 'spring')).toHaveLength(2)
    const failed = await reasonsOf(app)
    expect(failed).toEqual([[expect.any(String), 'coupon_list_empty']])
    const { rows } = await sql`
      select data from events where project_id = ${app.project.projectId} and name = 'email.failed'`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ data: { reason: 'coupon_list_empty', couponList: 'spring', campaignId: id } }])
  })

  it('fails its emails if there is no such list', async () => {
    const app = await inFreshProject(test)
    await people(app, 2)
    const { id } = await buildCampaign(app, { body: BODY })
    await sendCampaign(app, id)
    await advanceCampaign(app, id)
    expect(await reasonsOf(app)).toEqual([
      ['p0@example.com', 'coupon_list_missing'],
      ['p1@example.com', 'coupon_list_missing'],
    ])
  })

  it('takes codes only for the variant that names a list', async () => {
    const app = await inFreshProject(test)
    await people(app, 4)
    const list = await buildCouponList(app, { key: 'spring', codes: 4 })
    const { id } = await buildCampaign(app, {
      body: '<p>None</p>',
      variants: [{ body: BODY }],
      test: { metric: 'clicks', share: 0.5, waitMinutes: 60 },
    })
    await sendCampaign(app, id)
    await advanceCampaign(app, id)
    const taken = (await readCouponList(app, list.id)).codes.taken
    expect(taken).toBeGreaterThan(0)
    expect(await codesInEmails(app, 'spring')).toHaveLength(taken)
    const { rows } = await sql`
      select from email_queue where campaign_id = ${id as CampaignId} and variables = '{}'`.execute(
      test.deps.database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('shows a sample code in a test, and uses none up', async () => {
    const app = await inFreshProject(test)
    await people(app, 1)
    const list = await buildCouponList(app, { key: 'spring', codes: 1 })
    const { id } = await buildCampaign(app, { body: BODY })
    const body = { emails: ['p0@example.com', 'boss@example.com'] }
    expect((await actOnCampaign(app, [id, 'test'], { body })).statusCode).toBe(200)
    expect(await codesInEmails(app, 'spring')).toEqual([
      ['p0@example.com', 'SAMPLE-CODE'],
      ['boss@example.com', 'SAMPLE-CODE'],
    ])
    expect((await readCouponList(app, list.id)).codes.taken).toBe(0)
  })

  it('has problems in its preflight: a list that is missing, empty, or too short', async () => {
    const app = await inFreshProject(test)
    await people(app, 2)
    const { id } = await buildCampaign(app, { body: BODY })
    const problems = async () => {
      const reply = await actOnCampaign(app, [id, 'preflight'])
      return reply
        .json<{ data: { problems: { code: string; severity: string; count: number | null }[] } }>()
        .data.problems.filter(({ code }) => code.startsWith('COUPON'))
        .map(({ code, severity, count }) => [code, severity, count])
    }
    expect(await problems()).toEqual([['COUPON_LIST_MISSING', 'error', null]])
    const list = await buildCouponList(app, { key: 'spring' })
    expect(await problems()).toEqual([['COUPON_LIST_SHORT', 'error', 2]])
    await addCodes(app, list.id, ['A'])
    expect(await problems()).toEqual([['COUPON_LIST_SHORT', 'warning', 1]])
    await addCodes(app, list.id, ['B'])
    expect(await problems()).toEqual([])
  })
})

describe('a workflow', () => {
  const workflow = (app: TestApp) =>
    buildEnabled(app, {
      steps: [
        {
          id: 'mail',
          type: 'SEND_EMAIL',
          config: { subject: 'Hi', body: BODY, from: 'a@app.example', type: 'TRANSACTIONAL' },
        },
      ],
    })

  it('gives a code, and goes on with a FAILED email when there is none', async () => {
    const app = await inFreshProject(test)
    await buildCouponList(app, { key: 'spring', codes: 1 })
    const { id } = await workflow(app)
    for (const name of ['ann', 'bob']) {
      await track(app, 'go', { email: `${name}@example.com` })
      await runWorkflows(app.deps)
    }
    expect(await codesInEmails(app, 'spring')).toEqual([['ann@example.com', 'SPRING-1']])
    expect(await reasonsOf(app)).toEqual([['bob@example.com', 'coupon_list_empty']])
    const [later] = await readExecutions(app, id)
    expect(later).toMatchObject({
      status: 'COMPLETED',
      history: [{ stepId: 'mail', output: { status: 'FAILED', reason: 'coupon_list_empty' } }],
    })
  })

  it('shows a sample code in a simulation', async () => {
    const app = await inFreshProject(test)
    await buildCouponList(app, { key: 'spring', codes: 1 })
    const { id } = await workflow(app)
    const contact = await buildContact(app)
    const reply = await call(app, ['POST', `/workflows/${id}/simulate`], {
      body: { contact: { id: contact.id }, events: [{ at: '2026-01-01T00:00:00Z', event: 'go' }] },
    })
    expect(reply.json<{ emails: { html: string }[] }>().emails[0]?.html).toContain('SAMPLE-CODE')
  })
})

describe('a preview', () => {
  it('shows a sample code', async () => {
    const { id } = await buildTemplate(test, { body: BODY })
    const saved = await call(test, ['POST', `/templates/${id}/render`], { body: {} })
    const draft = await call(test, ['POST', '/templates/render'], {
      body: { subject: 'Hi', body: BODY, data: { coupons: { spring: 'MINE' } } },
    })
    expect(saved.body).toContain('SAMPLE-CODE')
    expect(draft.body).toContain('MINE')
  })
})

describe('a contact', () => {
  it('leaves its code used when it is deleted', async () => {
    const app = await inFreshProject(test)
    const list = await buildCouponList(app, { key: 'spring', codes: 2 })
    const { contact } = await sendOne(app, { to: 'ann@example.com', body: BODY })
    expect((await call(app, ['DELETE', `/contacts/${contact.id}`])).statusCode).toBe(204)
    expect((await listCodes(app, list.id))[0]).toMatchObject({
      code: 'SPRING-1',
      status: 'taken',
      contactId: null,
      email: null,
    })
    await sendOne(app, { to: 'ann@example.com', body: BODY })
    expect((await listCodes(app, list.id)).map(({ status }) => status)).toEqual(['taken', 'taken'])
  })

  it('gets one code from emails that are accepted at the same time', async () => {
    const app = await inFreshProject(test)
    const list = await buildCouponList(app, { key: 'spring', codes: 20 })
    await Promise.all(Array.from({ length: 10 }, () => sendOne(app, { to: 'ann@example.com', body: BODY })))
    expect((await readCouponList(app, list.id)).codes.taken).toBe(1)
    expect(new Set((await codesInEmails(app, 'spring')).map(([, code]) => code)).size).toBe(1)
  })
})

describe('transactions at the same time', () => {
  it('give every code once: several campaigns, fed in parallel', async () => {
    const app = await inFreshProject(test)
    await people(app, 30)
    const list = await buildCouponList(app, { key: 'spring', codes: 30 })
    const campaigns = await Promise.all([1, 2, 3, 4].map(() => buildCampaign(app, { body: BODY })))
    for (const { id } of campaigns) {
      await sendCampaign(app, id)
      await freezeCampaign(app, id)
    }
    await Promise.all(campaigns.map(({ id }) => advanceCampaign(app, id)))
    const codes = await codesInEmails(app, 'spring')
    expect(codes).toHaveLength(120)
    expect(new Set(codes.map(String)).size).toBe(30)
    expect(new Set(codes.map(([, code]) => code)).size).toBe(30)
    expect((await readCouponList(app, list.id)).codes).toEqual({ total: 30, free: 0, taken: 30 })
    expect(await reasonsOf(app)).toEqual([])
  })

  it('skip codes that another holds, and wait for the last ones, which may become free again', async () => {
    const app = await inFreshProject(test)
    const list = await buildCouponList(app, { key: 'spring', codes: 2 })
    const [ann, bob, cat] = await Promise.all([buildContact(app), buildContact(app), buildContact(app)])
    const { db } = test.deps.database
    const { projectId } = app.project
    const now = test.clock.now()
    const give = (trx: Parameters<typeof giveCoupons>[0], contact: { id: string }) => {
      const email = { id: crypto.randomUUID() as never, contactId: contact.id as ContactId, keys: ['spring'] }
      return giveCoupons(trx, { projectId, emails: [email], now })
    }
    const undone = new Error('undone')
    let waiting: Promise<number> | undefined
    const holding = inTransaction(db, async (trx) => {
      await give(trx, ann)
      // Does not wait.
      await inTransaction(db, (other) => give(other, bob))
      expect((await listCodes(app, list.id, { status: 'taken' })).map(({ contactId }) => contactId)).toEqual([
        bob.id,
      ])
      waiting = inTransaction(db, async (other) => (await give(other, cat)).size)
      throw undone
    })
    await expect(holding).rejects.toBe(undone)
    expect(await waiting).toBe(0)
    expect((await listCodes(app, list.id)).map(({ contactId }) => contactId)).toEqual([cat.id, bob.id])
  })
})
