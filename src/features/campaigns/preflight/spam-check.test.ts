// POST /campaigns/{id}/checks/spam: the judgement of a SpamAssassin about every email of a campaign.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildKey } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { SpamChecks } from '../../content-checks/spam/spam.schema.ts'

let requests: string[] = []
/** The points of an email, by its text. */
let scoreOf: (email: string) => number = () => 1.5
let mayAnswer: Promise<void> = Promise.resolve()
let isAsked = Promise.withResolvers<void>()

const spamd = createServer({ allowHalfOpen: true }, (socket) => {
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => {
    const email = Buffer.concat(chunks).toString()
    requests.push(email)
    isAsked.resolve()
    const rules = '---- ----\n 1.5 MISSING_DATE           Missing Date: header\n'
    const answer = `SPAMD/1.1 0 EX_OK\r\nSpam: False ; ${scoreOf(email)} / 5.0\r\n\r\n${rules}`
    void mayAnswer.then(() => socket.end(answer))
  })
})
await once(spamd.listen(0, '127.0.0.1'), 'listening')
afterAll(() => void spamd.close())

const test = useTestApp({ SPAMD_HOST: `127.0.0.1:${(spamd.address() as AddressInfo).port}` })
const without = useTestApp()

beforeEach(() => {
  requests = []
  scoreOf = () => 1.5
  mayAnswer = Promise.resolve()
  isAsked = Promise.withResolvers<void>()
})

type Fields = Record<string, unknown>

type Caller = { app?: TestApp; key?: string | null }

async function buildCampaign(fields: Fields = {}, { app = test, key = app.project.secretKey }: Caller = {}) {
  const body = { name: 'C', subject: 'S', body: '<p>x</p>', from: 'news@shop.test', audienceType: 'ALL' }
  const reply = await call(app, ['POST', '/campaigns'], { key, body: { ...body, ...fields } })
  if (reply.statusCode >= 300) throw new Error(reply.body)
  return reply.json<{ data: { id: string } }>().data.id
}

const check = (id: string, { app = test, key = app.project.secretKey }: Caller = {}) =>
  call(app, ['POST', `/campaigns/${id}/checks/spam` as '/campaigns'], { key, body: {} })
const emailsOf = async (id: string, app = test) =>
  (await check(id, { app })).json<{ data: z.infer<typeof SpamChecks> }>().data.emails

describe('POST /campaigns/{id}/checks/spam', () => {
  it('judges the campaign with its sender, as a contact without data gets it', async () => {
    const id = await buildCampaign({
      subject: 'Hi {{ name | default: "you" }}',
      body: '<p>Hi {{ name }}</p>',
    })
    expect(await emailsOf(id)).toEqual([
      {
        field: 'body',
        language: null,
        subject: 'Hi you',
        spam: {
          score: 1.5,
          threshold: 5,
          rules: [{ name: 'MISSING_DATE', points: 1.5, description: 'Missing Date: header' }],
        },
        findings: [],
      },
    ])
    expect(requests[0]).toContain('From: news@shop.test')
    expect(requests[0]).toContain('<p>Hi </p>')
  })

  it('judges every variant and every translation', async () => {
    scoreOf = (email) => (email.includes('FREE') ? 7.1 : 1.5)
    const variants = await buildCampaign({
      variants: [{ subject: 'FREE' }, { body: '<p>y</p>' }],
      test: { share: 0.2, waitMinutes: 60, metric: 'clicks' },
    })
    expect(await emailsOf(variants)).toMatchObject([
      { field: 'body', subject: 'S', findings: [] },
      { field: 'variants.0.body', subject: 'FREE', findings: [{ code: 'SPAM_SCORE', level: 'warning' }] },
      { field: 'variants.1.body', subject: 'S', spam: { score: 1.5 } },
    ])
    const translations = { de: { subject: 'Hallo', body: '<p>FREE</p>' } }
    const template = { name: 'T', subject: 'Hello', body: '<p>x</p>', type: 'MARKETING', translations }
    const made = await call(test, ['POST', '/templates'], { body: template })
    const { id } = made.json<{ id: string }>()
    const translated = await buildCampaign({ template: id, subject: undefined, body: undefined })
    expect(await emailsOf(translated)).toMatchObject([
      { language: null, subject: 'Hello', spam: { score: 1.5 } },
      { language: 'de', subject: 'Hallo', spam: { score: 7.1 } },
    ])
  })

  it('judges at most ten emails', async () => {
    const tags = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'da', 'fi', 'cs']
    const translations = Object.fromEntries(tags.map((tag) => [tag, { subject: tag, body: `<p>${tag}</p>` }]))
    const template = { name: 'T', subject: 'Hello', body: '<p>x</p>', type: 'MARKETING', translations }
    const made = await call(test, ['POST', '/templates'], { body: template })
    const { id } = made.json<{ id: string }>()
    const campaign = await buildCampaign({ template: id, subject: undefined, body: undefined })
    expect([(await emailsOf(campaign)).length, requests.length]).toEqual([10, 10])
  })

  it('asks about no more emails when those before took too long', async () => {
    scoreOf = () => {
      test.clock.advance(40_000)
      return 1.5
    }
    const id = await buildCampaign({
      variants: [{ subject: 'B' }],
      test: { share: 0.2, waitMinutes: 60, metric: 'clicks' },
    })
    const [first, second] = await emailsOf(id)
    test.clock.advance(-40_000)
    expect([first?.spam?.score, second]).toMatchObject([
      1.5,
      { spam: null, findings: [{ code: 'SPAM_NOT_CHECKED' }] },
    ])
    expect(requests).toHaveLength(1)
  })

  it('says if nobody judges', async () => {
    const [email] = await emailsOf(await buildCampaign({}, { app: without }), without)
    expect([email?.spam, email?.findings]).toMatchObject([null, [{ code: 'SPAM_NOT_CHECKED' }]])
    expect(email?.findings[0]?.message).toContain('SPAMD_HOST')
  })

  it('is one turn of the project', async () => {
    const release = Promise.withResolvers<void>()
    mayAnswer = release.promise
    const id = await buildCampaign()
    const first = check(id)
    await isAsked.promise
    const waiting = [1, 2, 3].map(() => check(id))
    const refused = await Promise.race(waiting)
    expect([refused.statusCode, errorOf(refused).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    release.resolve()
    expect((await first).statusCode).toBe(200)
    await Promise.all(waiting)
  })

  it('needs a full key, and a campaign of the project', async () => {
    const strange = await buildCampaign({}, { key: test.other.secretKey })
    for (const id of [UNKNOWN, strange]) {
      const reply = await check(id)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CAMPAIGN_NOT_FOUND'])
    }
    const reading = await buildKey(test, { scopes: ['read'] })
    const keys = [null, reading, test.project.publicKey]
    const replies = await Promise.all(keys.map((key) => check(strange, { key })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
    expect(requests).toEqual([])
  })
})
