// POST /campaigns/{id}/test: test emails for the authors of a campaign.
import { describe, expect, it } from 'vitest'
import { buildContact, newAddress } from '../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { readEmail } from '../../../../test/support/send-steps.ts'
import { act, buildCampaign, readStatistics } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

type TestAnswer = { data: { emails: { email: string; emailId: string; status: string }[] } }

describe('POST /campaigns/{id}/test', () => {
  it('sends now, with the data of the contact or with sample data, and creates no contact', async () => {
    const ann = await buildContact(own, { subscribed: false, data: { name: 'Ann' } })
    const stranger = newAddress()
    const { id } = await buildCampaign(own)
    const reply = await act(own, [id, 'test'], { body: { emails: [ann.email, stranger, ann.email] } })
    expect(reply.statusCode).toBe(200)
    const { emails } = reply.json<TestAnswer>().data
    expect(emails.map(({ email }) => email)).toEqual([ann.email, stranger])
    await delivery.drain()
    const sent = await Promise.all(emails.map(({ emailId }) => readEmail(own, emailId)))
    expect(sent.map(({ status, source, subject }) => [status, source, subject])).toEqual([
      ['DELIVERED', 'TEST', '[Test] News for Ann'],
      ['DELIVERED', 'TEST', '[Test] News for [name]'],
    ])
    expect((await call(own, ['GET', '/contacts'])).json()).toMatchObject({ total: 1 })
    expect(await readStatistics(own, id)).toMatchObject({ recipients: 0, sent: 0 })
  })

  it('sends the variant that is asked for', async () => {
    const { id } = await buildCampaign(own, {
      subject: 'Plain',
      variants: [{ subject: 'Bold', body: '<p>Bold body</p>' }],
      test: { share: 0.5, waitMinutes: 60 },
    })
    const subjectOf = async (variant: string | null) => {
      const reply = await act(own, [id, 'test'], { body: { email: newAddress(), variant } })
      const [sent] = reply.json<TestAnswer>().data.emails
      const content = await call(own, ['GET', `/emails/${sent?.emailId}/content`])
      return content.json<{ subject: string }>().subject
    }
    expect([await subjectOf(null), await subjectOf('A'), await subjectOf('B')]).toEqual([
      '[Test] Plain',
      '[Test] Plain',
      '[Test] Bold',
    ])
    const unknown = await act(own, [id, 'test'], { body: { email: newAddress(), variant: 'C' } })
    expect([unknown.statusCode, fieldsOf(unknown)]).toEqual([422, { variant: 'custom' }])
    expect(unknown.body).toContain('which has A, B')
  })

  it('marks every language, and sends the one that is asked for', async () => {
    await buildTemplate(own, {
      alias: 'news',
      subject: 'News',
      translations: {
        de: { subject: 'Neues', body: '<p>Deutsch</p>' },
        fr: { subject: 'Nouvelles', body: '<p>En français</p>' },
      },
    })
    const { id } = await buildCampaign(own, { template: 'news', subject: null, body: null })
    const { email } = await buildContact(own, { data: { locale: 'de-AT' } })
    const subjectsOf = async (language?: string | null) => {
      const reply = await act(own, [id, 'test'], { body: { emails: [email, newAddress()], language } })
      const { emails } = reply.json<TestAnswer>().data
      const contents = emails.map(({ emailId }) => call(own, ['GET', `/emails/${emailId}/content`]))
      return (await Promise.all(contents)).map((content) => content.json<{ subject: string }>().subject)
    }
    expect(await subjectsOf()).toEqual(['[Test] Neues', '[Test] News'])
    expect(await subjectsOf(null)).toEqual(['[Test] Neues', '[Test] News'])
    expect(await subjectsOf('fr-CA')).toEqual(['[Test] Nouvelles', '[Test] Nouvelles'])
    const unknown = await act(own, [id, 'test'], { body: { email: newAddress(), language: 'es' } })
    expect(unknown.body).toContain('which has de, fr')
    for (const language of ['es', 'no language', 7]) {
      const body = { email: newAddress(), language }
      const refused = await act(own, [id, 'test'], { body })
      expect([refused.statusCode, Object.keys(fieldsOf(refused))]).toEqual([422, ['language']])
    }
    const plain = await buildCampaign(own)
    const refused = await act(own, [plain.id, 'test'], { body: { email: newAddress(), language: 'de' } })
    expect(fieldsOf(refused)).toEqual({ language: 'custom' })
    expect(refused.body).toContain('the campaign has no translations')
  })

  it('has the headers for one-click unsubscribe, as the campaign will', async () => {
    const { email } = await buildContact(own)
    const { id } = await buildCampaign(own)
    const reply = await act(own, [id, 'test'], { body: { emails: [email, newAddress()] } })
    await delivery.drain()
    for (const { emailId } of reply.json<TestAnswer>().data.emails) {
      const content = await call(own, ['GET', `/emails/${emailId}/content`])
      const { headers, html } = content.json<{ headers: Record<string, string>; html: string }>()
      expect(headers['List-Unsubscribe']).toMatch(/^<https?:\/\/[^>]+\/unsubscribe\/[\w-]+>/)
      expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const [url = ''] = /\/unsubscribe\/[\w-]+/.exec(headers['List-Unsubscribe'] ?? '') ?? []
      expect(html).toContain(url)
    }
  })

  it('says that an address is suppressed, and why, since it gets nothing', async () => {
    const { id } = await buildCampaign(own)
    const [suppressed, other] = [newAddress(), newAddress()]
    await call(own, ['POST', '/suppressions'], { body: { email: suppressed, reason: 'hard_bounce' } })
    const simulated = 'suppressed@inbox.lettermill.test'
    const reply = await act(own, [id, 'test'], { body: { emails: [suppressed, other, simulated] } })
    const { emails } = reply.json<TestAnswer>().data
    expect(emails).toMatchObject([
      { email: suppressed, status: 'SUPPRESSED', reason: 'hard_bounce' },
      { email: other, status: 'QUEUED' },
      { email: simulated, status: 'SUPPRESSED', reason: 'manual' },
    ])
    await delivery.drain()
    const ended = await Promise.all(emails.map(({ emailId }) => readEmail(own, emailId)))
    expect(ended.map(({ status }) => status)).toEqual(['SUPPRESSED', 'DELIVERED', 'SUPPRESSED'])
  })

  it('takes one address as email', async () => {
    const { id } = await buildCampaign(own)
    const email = newAddress()
    const reply = await act(own, [id, 'test'], { body: { email } })
    expect(reply.json<TestAnswer>().data.emails).toMatchObject([{ email }])
    await delivery.drain()
  })

  it.each([
    ['nobody', {}, { email: 'required' }],
    ['no list', { emails: [] }, { emails: 'too_small' }],
    [
      'six',
      { emails: Array.from({ length: 6 }, (_, index) => `a${index}@example.com`) },
      { emails: 'too_big' },
    ],
    ['both', { email: 'a@example.com', emails: ['b@example.com'] }, { emails: 'custom' }],
    ['no address', { emails: ['a@example.com', 'nobody'] }, { 'emails.1': 'invalid_string' }],
  ])('refuses %s', async (_what, body, problems) => {
    const { id } = await buildCampaign(own)
    const reply = await act(own, [id, 'test'], { body })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual(problems)
  })

  it('sends once with an Idempotency-Key', async () => {
    const { id } = await buildCampaign(own)
    const options = { body: { email: newAddress() }, headers: { 'idempotency-key': 'test-1' } }
    const [first, second] = [await act(own, [id, 'test'], options), await act(own, [id, 'test'], options)]
    expect(second.json()).toEqual(first.json())
    expect((await call(own, ['GET', '/emails'])).json()).toMatchObject({ total: 1 })
  })

  it('of a campaign of another project is a 404', async () => {
    const { id } = await buildCampaign(test)
    const reply = await act(own, [id, 'test'], { body: { email: newAddress() } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CAMPAIGN_NOT_FOUND'])
  })
})
