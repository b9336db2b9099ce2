// POST /campaigns/{id}/preflight: problems found before anything is sent.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  expectEndedWithCaller,
  whileFiltersAreTooSlow,
} from '../../../../test/support/database/held-contacts.ts'
import { buildContact, buildKey, inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { sendOne } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { opensAt, recordOpens } from '../../../../test/support/opens.ts'
import { act, buildCampaign, readCampaign } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'
import type { CampaignPreflight } from './preflight.schema.ts'

const { test, own } = useCampaigns()

const BODY = '<p>Hi <a href="{{ unsubscribeUrl }}">x</a> {{ lm_postal_address }}</p>'
const ADDRESS = 'The Shop\nMain Street 1, 1234 Town'

const setAddress = (postalAddress: string | null) =>
  call(own, ['PATCH', '/project'], { body: { postalAddress } })

beforeEach(async () => {
  await setAddress(ADDRESS)
})

const NOBODY = { operator: 'AND', conditions: [{ field: 'data.none', operator: 'equals', value: 1 }] }

type Preflight = z.infer<typeof CampaignPreflight>

async function preflight(fields: Record<string, unknown> = {}): Promise<Preflight> {
  const { id } = await buildCampaign(own, {
    body: BODY,
    subject: 'News',
    ...fields,
  })
  const reply = await act(own, [id, 'preflight'])
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ data: Preflight }>().data
}

const found = ({ problems }: Preflight) =>
  problems.map(({ code, severity, count }) => [code, severity, ...(count === null ? [] : [count])])

describe('POST /campaigns/{id}/preflight', () => {
  it('finds nothing wrong with a good campaign, and changes nothing', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own, {
      subject: 'News',
      body: BODY,
    })
    const before = await readCampaign(own, id)
    const reply = await act(own, [id, 'preflight'])
    expect(reply.json()).toEqual({
      success: true,
      data: {
        ready: true,
        problems: [],
        audience: {
          matching: 1,
          recipients: 1,
          heldBack: 0,
          unsubscribed: 0,
          neverSubscribed: 0,
          suppressed: 0,
          paused: 0,
          notInTopic: 0,
          controlGroup: 0,
        },
        bestHour: null,
        htmlBytes: expect.any(Number) as unknown,
      },
    })
    expect(await readCampaign(own, id)).toEqual(before)
  })

  it('counts the contacts that are left out, by reason', async () => {
    await buildContact(own)
    const left = await buildContact(own)
    await call(own, ['PATCH', `/contacts/${left.id}`], { body: { subscribed: false } })
    // A contact that only ever got a receipt.
    await sendOne(own, { to: newAddress() })
    const { email } = await buildContact(own)
    await call(own, ['POST', '/suppressions'], { body: { email } })
    const result = await preflight()
    expect(result.audience).toEqual({
      matching: 4,
      recipients: 1,
      heldBack: 0,
      unsubscribed: 1,
      neverSubscribed: 1,
      suppressed: 1,
      paused: 0,
      notInTopic: 0,
      controlGroup: 0,
    })
    expect(found(result)).toEqual([
      ['LEFT_OUT_UNSUBSCRIBED', 'info', 1],
      ['LEFT_OUT_NEVER_SUBSCRIBED', 'info', 1],
      ['LEFT_OUT_SUPPRESSED', 'info', 1],
    ])
    expect(result.ready).toBe(true)
  })

  it('counts the recipients of a segment or a filter, and nobody else', async () => {
    await buildContact(own, { data: { plan: 'pro' } })
    await buildContact(own, { data: { plan: 'free' } })
    const audienceFilter = {
      operator: 'AND',
      conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }],
    }
    const result = await preflight({ audienceType: 'FILTERED', audienceFilter })
    expect(result.audience).toMatchObject({ matching: 1, recipients: 1 })
  })

  it('is not ready with an empty audience', async () => {
    const result = await preflight()
    expect([result.ready, found(result)]).toEqual([false, [['EMPTY_AUDIENCE', 'error', 0]]])
  })

  it('checks the variables in the name of the sender', async () => {
    await buildContact(own, { data: { agent: 'Eve' } })
    await buildContact(own)
    const { problems } = await preflight({ fromName: '{{ agent }} of Acme' })
    expect(problems).toMatchObject([{ code: 'EMPTY_VARIABLE', variable: 'agent', count: 1 }])
  })

  it('says for how many recipients a variable would be empty, unless it has a fallback', async () => {
    await buildContact(own, {
      data: { name: 'Ann', order: { id: 7 }, city: '', contact: { plan: 'pro' } },
    })
    await buildContact(own, { data: { name: null } })
    await buildContact(own, { subscribed: false })
    const result = await preflight({
      subject: '{{ name }}',
      body: `{{ data.name }} {{ order.id }} {{ city }} {{ tags.size }} {{ nick ?? "you" }} {{ title | default: "x" }}
        {{ contact.email }} {{ contact.data.name }} {{ contact.plan }} {{ email }} {{ unsubscribeUrl }} {% for item in items %}{{ item.title }}{% endfor %}{% if vip %}!{% endif %}`,
    })
    const empty = result.problems.filter(({ code }) => code === 'EMPTY_VARIABLE')
    expect(empty.map(({ variable, count }) => [variable, count])).toEqual([
      ['city', 2],
      ['contact.data.name', 1],
      ['contact.plan', 2],
      ['data.name', 1],
      ['name', 1],
      ['order.id', 1],
      ['tags.size', 2],
    ])
    expect(empty[3]).toMatchObject({
      severity: 'warning',
      message: '{{ data.name }} would be empty for 1 of 2 recipients.',
      suggestion: expect.stringContaining('??') as unknown,
    })
  })

  it('checks the body: unsubscribe link, other links, images', async () => {
    await buildContact(own)
    const result = await preflight({
      body: '<a href="www.shop.test">1</a><a href="/path">2</a><a href="">3</a><a href="#">4</a><a>5</a><a href="mailto:a@shop.test">6</a><a href="#top">7</a><a href="{{ url }}">8</a><a href="https://shop.test/">9</a><img src="https://shop.test/a.png">',
    })
    const links = result.problems.find(({ code }) => code === 'LINK_NOT_HTTP')
    expect(links?.message).toBe(
      '4 links do not lead to an http or https address: "www.shop.test", "/path", "", "#".',
    )
    expect(result.problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['NO_UNSUBSCRIBE_LINK', 'IMAGE_WITHOUT_ALT', 'EMPTY_VARIABLE']),
    )
  })

  it('measures the email as a recipient gets it', async () => {
    await buildContact(own, { data: { story: 'x'.repeat(55_000) } })
    const result = await preflight({
      body: `<p>{{ story }}{{ story }}</p>${BODY}`,
    })
    expect(result.htmlBytes).toBeGreaterThan(105_000)
    expect(found(result)).toEqual([['CLIPPED_BY_GMAIL', 'warning']])
  })

  it('finds Liquid that breaks with the data of a recipient', async () => {
    await buildContact(own)
    const result = await preflight({
      body: '{% for i in (1..100000) %}{% for j in (1..100000) %}{{ i }}{% endfor %}{% endfor %}',
    })
    expect(result.ready).toBe(false)
    expect(found(result)).toContainEqual(['TEMPLATE_BROKEN', 'error'])
    expect(result.htmlBytes).toBeNull()
  })

  it('counts best hours without those who are held back', async () => {
    for (let i = 0; i < 20; i += 1) await buildContact(own)
    const goal = { event: 'order.paid' }
    const { audience, bestHour } = await preflight({ bestHour: {}, goal, holdout: { percent: 50 } })
    expect(audience?.heldBack).toBeGreaterThan(0)
    expect(bestHour).toEqual({ known: 0, unknown: audience?.recipients })
  })

  it('says how many recipients have a best hour', async () => {
    const [known] = [
      await buildContact(own),
      await buildContact(own),
      await buildContact(own, { subscribed: false }),
    ]
    const nobody = await preflight({ bestHour: { fallback: '08:00' } })
    expect(found(nobody)).toContainEqual(['BEST_HOUR_KNOWN', 'warning', 0])
    await recordOpens(own, opensAt(known.id, { now: test.clock.now(), hour: 18 }))
    const result = await preflight({ bestHour: { fallback: '08:00' } })
    expect(result.bestHour).toEqual({ known: 1, unknown: 1 })
    expect(result.problems.find(({ code }) => code === 'BEST_HOUR_KNOWN')).toMatchObject({
      severity: 'info',
      message: 'The best hour is known for 1 of 2 recipients; the rest get it at 08:00.',
      field: 'bestHour',
    })
    await call(own, ['PATCH', '/project'], { body: { tracking: { opens: false } } })
    expect(found(await preflight({ bestHour: {} }))).toContainEqual(['TRACKING_OFF', 'warning'])
    const broken = await preflight({ bestHour: {}, audienceType: 'FILTERED', audienceFilter: NOBODY })
    expect(broken.bestHour).toEqual({ known: 0, unknown: 0 })
  })

  it('checks variants too, and the metric of their test', async () => {
    await buildContact(own, { data: { name: 'Ann' } })
    await call(own, ['PATCH', '/project'], { body: { tracking: { clicks: false } } })
    const result = await preflight({
      variants: [{ subject: '{{ nick }}' }, { body: `<a href="/path">{{ name }}</a>${BODY}` }],
      test: {},
    })
    expect(result.problems.map(({ code, field, variable }) => [code, field, variable])).toEqual([
      ['TRACKING_OFF', 'test.metric', null],
      ['EMPTY_VARIABLE', 'body', 'nick'],
      ['LINK_NOT_HTTP', 'variants.1.body', null],
    ])
  })

  it('warns if the project, or a body with its own unsubscribe link, has no postal address', async () => {
    await buildContact(own)
    const bare = '<p>Hi <a href="{{ unsubscribeUrl }}">x</a></p>'
    const codesOf = async (body: string) =>
      (await preflight({ body })).problems
        .filter(({ code }) => code === 'NO_POSTAL_ADDRESS')
        .map(({ severity, field }) => [severity, field])
    expect(await codesOf(BODY)).toEqual([])
    expect(await codesOf(bare)).toEqual([['warning', 'body']])
    expect(await codesOf(`${bare}<p>The Shop<br>Main&nbsp;Street 1<br>1234 Town</p>`)).toEqual([])
    // The automatic footer contains it.
    expect(await codesOf('<p>Hi</p>')).toEqual([])
    await setAddress(null)
    expect(await codesOf(BODY)).toEqual([['warning', null]])
    expect(await codesOf('<p>Hi</p>')).toEqual([['warning', null]])
  })

  it('finds a segment that was deleted', async () => {
    await buildContact(own)
    const segment = await call(own, ['POST', '/segments'], { body: { name: 'S', type: 'STATIC' } })
    const segmentId = segment.json<{ id: string }>().id
    const { id } = await buildCampaign(own, { audienceType: 'SEGMENT', segmentId })
    await sql`delete from uses where used_id = ${segmentId}`.execute(test.deps.database.db)
    expect((await call(own, ['DELETE', `/segments/${segmentId}`])).statusCode).toBe(204)
    const { data } = (await act(own, [id, 'preflight'])).json<{ data: Preflight }>()
    expect(data).toMatchObject({ ready: false, audience: null })
    expect(data.problems[0]).toMatchObject({ code: 'AUDIENCE_BROKEN', severity: 'error' })
  })

  it('finds a sender that is no longer verified', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await sql`update campaigns set from_email = 'news@lost.com' where id = ${id}`.execute(
      test.deps.database.db,
    )
    const { data } = (await act(own, [id, 'preflight'])).json<{ data: Preflight }>()
    expect(data.ready).toBe(false)
    expect(data.problems[0]).toMatchObject({ code: 'SENDER_NOT_VERIFIED', severity: 'error', field: 'from' })
  })

  it('accepts a read-only key, and returns 404 for campaigns of others', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const key = await buildKey(own, { scopes: ['read'] })
    expect((await act(own, [id, 'preflight'], { key })).statusCode).toBe(200)
    const other = await act(own, [id, 'preflight'], { key: test.other.secretKey })
    const none = await act(own, [UNKNOWN, 'preflight'])
    expect([other.statusCode, none.statusCode]).toEqual([404, 404])
    expect(errorOf(none).code).toBe('CAMPAIGN_NOT_FOUND')
  })

  it('ends its count when the caller disconnects', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const url = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${own.project.secretKey}` }
    await expectEndedWithCaller(test, (signal) =>
      fetch(`${url}/campaigns/${id}/preflight`, { method: 'POST', headers, signal }),
    )
  })

  it('returns the rest if the count takes too long', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    const reply = await whileFiltersAreTooSlow(test, () => act(own, [id, 'preflight']))
    const { data } = reply.json<{ data: Preflight }>()
    expect(data.audience).toBeNull()
    expect(found(data)).toContainEqual(['AUDIENCE_NOT_COUNTED', 'warning'])
    expect(data.ready).toBe(true)
  })
})

describe('the preflight with an SMTP relay', () => {
  const relayed = useTestApp({
    MAIL_TRANSPORT: 'smtp://relay.example.net',
    PUBLIC_URL: 'http://mail.example.net',
  })
  const secure = useTestApp({
    MAIL_TRANSPORT: 'smtp://relay.example.net',
    PUBLIC_URL: 'https://mail.example.net',
  })

  const hosted = useTestApp({
    MAIL_TRANSPORT: 'smtp://user:password@smtp.sendgrid.net:587',
    PUBLIC_URL: 'https://mail.example.net',
  })

  type Check = { purpose: string; status: string; detail: string | null }

  /** The problems of a campaign whose sender has these records. */
  async function problemsOf(
    app: TestApp,
    checks: readonly Check[],
    owner?: TestApp,
  ): Promise<Preflight['problems']> {
    const fresh = owner ?? (await inFreshProject(app))
    const domain = `${randomUUID().slice(-12)}.com`
    const { id: domainId } = (await call(fresh, ['POST', '/domains'], { body: { domain } })).json<{
      id: string
    }>()
    const stored = checks.map((check) => ({ ...check, name: 'n', value: 'v', found: [] }))
    await sql`update domains set status = 'VERIFIED', verified_at = now(), checks = ${JSON.stringify(stored)}::jsonb
      where id = ${domainId}`.execute(app.deps.database.db)
    await buildContact(fresh)
    const { id } = await buildCampaign(fresh, { from: `news@${domain}` })
    const { data } = (await act(fresh, [id, 'preflight'])).json<{ data: Preflight }>()
    return data.problems
  }

  const DNS_CODES = new Set(['SPF_NOT_RIGHT', 'DMARC_NOT_RIGHT'])

  it('warns about the SPF and the DMARC record of its sender', async () => {
    const problems = await problemsOf(secure, [
      { purpose: 'spf', status: 'mismatch', detail: 'It allows the whole world.' },
      { purpose: 'dmarc', status: 'missing', detail: null },
      { purpose: 'tracking', status: 'missing', detail: null },
    ])
    expect(problems.filter(({ code }) => DNS_CODES.has(code))).toMatchObject([
      {
        code: 'SPF_NOT_RIGHT',
        severity: 'warning',
        message: expect.stringContaining('It allows the whole world.') as unknown,
      },
      {
        code: 'DMARC_NOT_RIGHT',
        severity: 'warning',
        message: expect.stringContaining('is missing') as unknown,
      },
    ])
  })

  it('says nothing about records that are correct, or could not be checked', async () => {
    const problems = await problemsOf(secure, [
      { purpose: 'spf', status: 'ok', detail: null },
      { purpose: 'dmarc', status: 'unknown', detail: 'Could not be checked: timeout.' },
    ])
    expect(problems.filter(({ code }) => DNS_CODES.has(code))).toEqual([])
  })

  it('warns as long as its provider has reported nothing', async () => {
    const codesOf = async () => (await problemsOf(hosted, [])).map(({ code }) => code)
    expect(await codesOf()).toContain('NO_FEEDBACK')
    // A relay of one's own reports by email.
    expect((await problemsOf(secure, [])).map(({ code }) => code)).not.toContain('NO_FEEDBACK')
    await sql`insert into feedback_doors (id, transport, token_digest, token, created_at, last_report_at)
      values (gen_random_uuid(), 'MAIL_TRANSPORT', '', '', now(), now())`.execute(hosted.deps.database.db)
    expect(await codesOf()).not.toContain('NO_FEEDBACK')
  })

  it('warns as long as the provider of its own transport has reported nothing', async () => {
    const fresh = await inFreshProject(secure)
    const body = {
      name: 'Relay',
      type: 'smtp',
      isDefault: true,
      settings: { host: '93.184.215.14', provider: 'mailgun' },
    }
    const { id } = (await call(fresh, ['POST', '/transports'], { body })).json<{ id: string }>()
    const feedbackOf = async () =>
      (await problemsOf(secure, [], fresh)).filter(({ code }) => code === 'NO_FEEDBACK')
    expect(await feedbackOf()).toMatchObject([
      {
        message: expect.stringContaining('mailgun') as unknown,
        suggestion: expect.stringContaining(id) as unknown,
      },
    ])
    await call(fresh, ['GET', `/transports/${id}/feedback`])
    await sql`update feedback_doors set last_report_at = now() where transport_id = ${id}`.execute(
      secure.deps.database.db,
    )
    expect(await feedbackOf()).toEqual([])
  })

  it('warns if links are not https, since one-click unsubscribe needs it', async () => {
    const codes = (await problemsOf(relayed, [])).map(({ code }) => code)
    expect(codes).toContain('NO_ONE_CLICK')
    expect((await problemsOf(secure, [])).map(({ code }) => code)).not.toContain('NO_ONE_CLICK')
  })
})
