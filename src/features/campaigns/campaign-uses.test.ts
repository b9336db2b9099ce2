// The segments and domains of an unfinished campaign cannot be deleted.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { act, buildCampaign, postCampaign, send, sendThrough } from './fixtures/campaign-steps.ts'
import { useCampaigns } from './fixtures/use-campaigns.ts'

const { delivery, own } = useCampaigns()
beforeEach(async () => {
  await buildContact(own)
})

const idOf = (reply: Reply) => reply.json<{ id: string }>().id
const buildSegment = async () =>
  idOf(
    await call(own, ['POST', '/segments'], {
      body: {
        name: 'Everybody',
        filters: { operator: 'AND', conditions: [{ field: 'subscribed', operator: 'equals', value: true }] },
      },
    }),
  )
let serial = 0
/** A test domain, which the built-in inbox accepts from everybody, added to the project. */
const buildDomain = async () => {
  const domain = `shop-${(serial += 1)}.test`
  return { domain, id: idOf(await call(own, ['POST', '/domains'], { body: { domain } })) }
}
const remove = (path: string) => call(own, ['DELETE', path])
const inUse = (reply: Reply) => [reply.statusCode, errorOf(reply).code]

describe('DELETE /segments/{id}', () => {
  it('is refused while a draft uses it, and works once that is deleted', async () => {
    const segmentId = await buildSegment()
    const { id } = await buildCampaign(own, { audienceType: 'SEGMENT', segmentId })
    const reply = await remove(`/segments/${segmentId}`)
    expect(inUse(reply)).toEqual([409, 'RESOURCE_IN_USE'])
    expect(errorOf(reply).message).toContain(id)
    await remove(`/campaigns/${id}`)
    expect((await remove(`/segments/${segmentId}`)).statusCode).toBe(204)
  })

  it('works once the campaign has another audience, has been sent, or was cancelled', async () => {
    const segments = [await buildSegment(), await buildSegment(), await buildSegment()]
    const campaigns: string[] = []
    for (const segmentId of segments) {
      campaigns.push((await buildCampaign(own, { audienceType: 'SEGMENT', segmentId })).id)
    }
    const [changed = '', sent = '', cancelled = ''] = campaigns
    await call(own, ['PATCH', `/campaigns/${changed}`], { body: { audienceType: 'ALL' } })
    expect(await sendThrough(own, delivery, sent)).toMatchObject({ status: 'SENT', recipientCount: 1 })
    await send(own, cancelled)
    expect(inUse(await remove(`/segments/${segments[2]}`))).toEqual([409, 'RESOURCE_IN_USE'])
    await act(own, [cancelled, 'cancel'])
    for (const segmentId of segments) expect((await remove(`/segments/${segmentId}`)).statusCode).toBe(204)
  })

  it('is refused while the filter of a draft names it', async () => {
    const segmentId = await buildSegment()
    const condition = { field: 'segment', operator: 'memberOf', value: segmentId }
    const audienceFilter = { operator: 'AND', conditions: [condition] }
    const { id } = await buildCampaign(own, { audienceType: 'FILTERED', audienceFilter })
    expect(inUse(await remove(`/segments/${segmentId}`))).toEqual([409, 'RESOURCE_IN_USE'])
    expect(await sendThrough(own, delivery, id)).toMatchObject({ status: 'SENT', recipientCount: 1 })
    expect((await remove(`/segments/${segmentId}`)).statusCode).toBe(204)
    const gone = await postCampaign(own, { audienceType: 'FILTERED', audienceFilter })
    expect(gone.statusCode).toBe(422)
    expect(fieldsOf(gone)).toEqual({ 'audienceFilter.conditions.0.value': 'custom' })
  })

  it('and a campaign that begins to use it at the same moment: one of them is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const segmentId = await buildSegment()
      const [made, removed] = await Promise.all([
        postCampaign(own, { audienceType: 'SEGMENT', segmentId }),
        remove(`/segments/${segmentId}`),
      ])
      const outcome = `${made.statusCode} ${removed.statusCode}`
      expect(['201 409', '404 204']).toContain(outcome)
    }
  })
})

describe('DELETE /domains/{id}', () => {
  it('is refused while a scheduled campaign is sent from it, but not for a draft', async () => {
    const { domain, id: domainId } = await buildDomain()
    const { id } = await buildCampaign(own, { from: `news@${domain}` })
    const scheduledFor = new Date(Date.now() + 3_600_000).toISOString()
    await send(own, id, { scheduledFor })
    expect(inUse(await remove(`/domains/${domainId}`))).toEqual([409, 'RESOURCE_IN_USE'])
    expect((await act(own, [id, 'cancel'])).statusCode).toBe(200)
    expect((await remove(`/domains/${domainId}`)).statusCode).toBe(204)
  })

  it('follows a scheduled campaign to another sender', async () => {
    const [first, second] = [await buildDomain(), await buildDomain()]
    const { id } = await buildCampaign(own, { from: `news@${first.domain}` })
    await send(own, id, { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() })
    await call(own, ['PATCH', `/campaigns/${id}`], { body: { from: `news@${second.domain}` } })
    expect((await remove(`/domains/${first.id}`)).statusCode).toBe(204)
    expect(inUse(await remove(`/domains/${second.id}`))).toEqual([409, 'RESOURCE_IN_USE'])
  })

  it('is refused while a campaign is being sent from it, and works afterwards', async () => {
    const { domain, id: domainId } = await buildDomain()
    const { id } = await buildCampaign(own, { from: `news@${domain}` })
    await send(own, id)
    expect(inUse(await remove(`/domains/${domainId}`))).toEqual([409, 'RESOURCE_IN_USE'])
    const other = await buildCampaign(own, { from: `news@${domain}` })
    await act(own, [id, 'cancel'])
    expect((await remove(`/domains/${domainId}`)).statusCode).toBe(204)
    expect((await act(own, [other.id, 'send'])).statusCode).toBe(200)
  })
})
