// Filters on the email activity of one campaign.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact } from '../../../../test/support/factories.ts'
import { buildTemplate, UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { buildCampaign, later, postCampaign, sendThrough } from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()

const filterOf = (what: string, campaignId: string, operator = 'triggered') => ({
  operator: 'AND',
  conditions: [{ field: `emailActivity.${what}`, operator, campaignId }],
})

const templateFilter = (what: string, templateId: string) => ({
  operator: 'AND',
  conditions: [{ field: `emailActivity.${what}`, operator: 'triggered', templateId }],
})

async function find(filters: object): Promise<string[]> {
  const reply = await call(own, ['POST', '/segments/preview'], { body: { filters } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ sample: { email: string }[] }>().sample.map(({ email }) => email)
}

const HUMAN = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function click(campaignId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from emails where campaign_id = ${campaignId} and status = 'DELIVERED'`.execute(
    own.deps.database.db,
  )
  const ids = [own.project.projectId, rows[0]?.id ?? '']
  const url = `/c/${createLinkTokens(own.deps.secrets).make('click', { ids, number: 0 })}`
  await later(own, 600_000, () => own.app.inject({ method: 'GET', url, headers: HUMAN }))
}

describe('a condition on emailActivity', () => {
  it('can be about one campaign', async () => {
    const ann = await buildContact(own)
    const first = await buildCampaign(own)
    await sendThrough(own, delivery, first.id)
    const ben = await buildContact(own, { email: 'bounced@inbox.lettermill.test' })
    await call(own, ['PATCH', `/contacts/${ann.id}`], { body: { subscribed: false } })
    const second = await buildCampaign(own)
    await sendThrough(own, delivery, second.id)
    await click(first.id)
    expect(await find(filterOf('sent', first.id))).toEqual([ann.email])
    expect(await find(filterOf('delivered', first.id.toUpperCase()))).toEqual([ann.email])
    expect(await find(filterOf('sent', second.id))).toEqual([])
    expect(await find(filterOf('clicked', first.id))).toEqual([ann.email])
    expect(await find(filterOf('clicked', second.id))).toEqual([])
    expect(await find(filterOf('clicked', first.id, 'notTriggered'))).toEqual([ben.email])
    expect(await find(filterOf('bounced', second.id))).toEqual([ben.email])
    expect(await find(filterOf('bounced', first.id))).toEqual([])
  })

  it('can be about the template that campaigns were made from', async () => {
    const ann = await buildContact(own)
    const suppressed = await buildContact(own, { email: 'suppressed@inbox.lettermill.test' })
    const template = await buildTemplate(own, { body: '<p><a href="https://shop.test/">look</a></p>' })
    const { id } = await buildCampaign(own, { template: template.id, subject: null, body: null })
    await sendThrough(own, delivery, id)
    const plain = await buildCampaign(own)
    await sendThrough(own, delivery, plain.id)
    await click(id)
    for (const what of ['sent', 'delivered', 'clicked']) {
      expect(await find(templateFilter(what, template.id))).toEqual([ann.email])
    }
    const other = await buildTemplate(own)
    expect(await find(templateFilter('sent', other.id))).toEqual([])
    const reply = await call(own, ['GET', `/emails?templateId=${template.id}`])
    const { emails } = reply.json<{ emails: Record<string, unknown>[] }>()
    expect(
      emails
        .map(({ to, campaignId, templateId }) => [String(to), campaignId, templateId])
        .toSorted(([one = ''], [other = '']) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([ann, suppressed].map(({ email }) => [email, id, template.id]))
  })

  it('names the campaign in words', async () => {
    const { id } = await buildCampaign(own, { name: 'Monthly news' })
    const body = { filters: filterOf('opened', id.toUpperCase()) }
    const reply = await call(own, ['POST', '/segments/preview'], { body })
    expect(reply.json()).toMatchObject({ words: 'opened of the campaign "Monthly news"' })
  })

  it.each(['nonsense', UNKNOWN])(
    'is refused with the path of a campaign that does not exist: %s',
    async (id) => {
      const reply = await call(own, ['POST', '/segments/preview'], {
        body: { filters: filterOf('sent', id) },
      })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([
        422,
        { 'filters.conditions.0.campaignId': 'custom' },
      ])
      const campaign = await postCampaign(own, {
        audienceType: 'FILTERED',
        audienceFilter: filterOf('sent', id),
      })
      expect(fieldsOf(campaign)).toEqual({ 'audienceFilter.conditions.0.campaignId': 'custom' })
    },
  )

  it.each(['templateId', 'workflowId'])(
    'is refused with the path of a %s that does not exist',
    async (origin) => {
      const conditions = [{ field: 'emailActivity.opened', operator: 'triggered', [origin]: UNKNOWN }]
      const reply = await call(own, ['POST', '/segments/preview'], {
        body: { filters: { operator: 'AND', conditions } },
      })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([
        422,
        { [`filters.conditions.0.${origin}`]: 'custom' },
      ])
    },
  )
})
