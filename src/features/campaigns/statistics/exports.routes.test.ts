// Campaigns, recipients and clicks as CSV.
import { expect, describe, it } from 'vitest'
import { buildContact, buildContacts } from '../../../../test/support/factories.ts'
import { linksIn, visit } from '../../../../test/support/reader.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { buildCampaign, sendThrough } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()

const TYPE = 'text/csv; charset=utf-8'

const readCsv = async (path: string, query: Record<string, string> = {}) => {
  const reply = await call(own, ['GET', path], { query })
  const [head = '', ...lines] = reply.body.trimEnd().split('\r\n')
  return { reply, head: head.split(','), lines }
}

/** For cells without quotes. */
const cellOf = ({ head, lines }: { head: string[]; lines: string[] }, line: number, column: string) =>
  lines[line]?.split(',')[head.indexOf(column)]

const buildSent = async (name: string) => {
  const campaign = await buildCampaign(own, { name })
  await sendThrough(own, delivery, campaign.id)
  return campaign
}

describe('GET /campaigns/export', () => {
  it('has a row per campaign with its figures, newest first, without formulas', async () => {
    await buildContacts(own, 2)
    await buildSent('=HYPERLINK(A1)')
    await buildCampaign(own, { name: 'Frühling 🌷' })
    const csv = await readCsv('/campaigns/export')
    expect(csv.reply.headers).toMatchObject({
      'content-type': TYPE,
      'content-disposition': 'attachment; filename="campaigns.csv"',
    })
    expect(csv.lines).toHaveLength(2)
    expect([0, 1].map((line) => cellOf(csv, line, 'name'))).toEqual(['Frühling 🌷', "'=HYPERLINK(A1)"])
    expect([0, 1].map((line) => cellOf(csv, line, 'sent'))).toEqual(['', '2'])
    expect([0, 1].map((line) => cellOf(csv, line, 'openRate'))).toEqual(['', '0'])
  })

  it('takes the filters of the list', async () => {
    await buildContact(own)
    const sent = await buildSent('Spring')
    await buildCampaign(own, { name: 'Spring again' })
    await buildSent('Autumn')
    const csv = await readCsv('/campaigns/export', { status: 'SENT', search: 'spring' })
    expect(csv.lines.map((line) => line.split(',')[0])).toEqual([sent.id])
    const { reply } = await readCsv('/campaigns/export', { status: 'GONE' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { status: 'invalid_enum_value' }])
  })
})

describe('GET /campaigns/{id}/recipients/export', () => {
  it('has a row per recipient, however many, and takes the filter of the list', async () => {
    const contacts = await buildContacts(own, 1_100)
    const { id } = await buildSent('Spring')
    const csv = await readCsv(`/campaigns/${id}/recipients/export`)
    expect(csv.reply.headers['content-disposition']).toBe(`attachment; filename="recipients-${id}.csv"`)
    expect(csv.head.join()).toBe('contactId,email,status,reason,emailId,sentAt,opened,clicked')
    expect(csv.lines).toHaveLength(contacts.length)
    expect(new Set(csv.lines.map((line) => line.split(',')[0]))).toEqual(
      new Set(contacts.map((one) => one.id)),
    )
    const bounced = await readCsv(`/campaigns/${id}/recipients/export`, { status: 'BOUNCED' })
    expect(bounced.lines).toEqual([])
    const [{ email: search } = { email: '' }] = contacts
    expect((await readCsv(`/campaigns/${id}/recipients/export`, { search })).lines).toHaveLength(1)
    const { reply } = await readCsv(`/campaigns/${id}/recipients/export`, { status: 'OPENED' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { status: 'invalid_enum_value' }])
  })
})

describe('GET /campaigns/{id}/clicks/export', () => {
  it('has a row per recipient who clicked the link', async () => {
    const contact = await buildContact(own)
    await buildContact(own)
    const { id } = await buildSent('Spring')
    const { emails } = (await call(own, ['GET', `/contacts/${contact.id}/emails`])).json<{
      emails: { id: string }[]
    }>()
    const emailId = emails[0]?.id ?? ''
    await visit(
      own,
      (await linksIn(own, emailId)).find((url) => url.startsWith('/c/')),
    )
    const csv = await readCsv(`/campaigns/${id}/clicks/export`, { url: 'https://shop.test/news' })
    expect(csv.head).toEqual(['contactId', 'email', 'emailId', 'clickedAt'])
    expect(csv.lines.map((line) => line.split(',').slice(0, 3))).toEqual([
      [contact.id, contact.email, emailId],
    ])
    const recipients = await readCsv(`/campaigns/${id}/recipients/export`)
    const read = recipients.lines.map((_, line) =>
      ['email', 'clicked'].map((column) => cellOf(recipients, line, column)),
    )
    expect(read).toContainEqual([contact.email, 'true'])
    expect(read.filter(([, clicked]) => clicked === 'true')).toHaveLength(1)
    expect((await readCsv(`/campaigns/${id}/clicks/export`, { url: 'https://shop.test/no' })).lines).toEqual(
      [],
    )
  })

  it('needs the link', async () => {
    const { id } = await buildCampaign(own)
    const { reply } = await readCsv(`/campaigns/${id}/clicks/export`)
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, ['url']])
  })
})

describe('the report of a campaign', () => {
  it('has its comparison with earlier ones', async () => {
    await buildContact(own)
    for (const name of ['One', 'Two', 'Three', 'Four']) await buildSent(name)
    const { id } = await buildSent('Five')
    const { lines } = await readCsv(`/campaigns/${id}/report`)
    expect(lines).toEqual(
      expect.arrayContaining(['comparison,,compared,4', 'comparison,,rates.openRate.place,1']),
    )
  })
})

describe('all of them', () => {
  it.each(['/campaigns/export', '/campaigns/{id}/recipients/export', '/campaigns/{id}/clicks/export?url=a'])(
    '%s wants a key, and not a public one',
    async (path) => {
      const { id } = await buildCampaign(own)
      const url = path.replace('{id}', id)
      expect((await call(own, ['GET', url], { key: null })).statusCode).toBe(401)
      expect((await call(own, ['GET', url], { key: own.project.publicKey })).statusCode).toBe(403)
    },
  )

  it.each(['recipients/export', 'clicks/export?url=a', 'report'])(
    '%s does not show the campaign of another project',
    async (path) => {
      const { id } = await buildCampaign(own)
      const key = own.other.secretKey
      expect((await call(own, ['GET', `/campaigns/${id}/${path}`], { key })).statusCode).toBe(404)
    },
  )
})
