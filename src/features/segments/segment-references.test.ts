// Segments as conditions of other filters.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, readJob } from '../../../test/support/factories.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { all, buildSegment, memberOf, PRO, readMembers, readSegment } from '../../../test/support/segments.ts'
import { buildEnabled } from '../../../test/support/workflows.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { newId } from '../../platform/ids.ts'
import type { SegmentId } from '../../platform/ids.ts'
import { replaceUses } from '../uses/index.ts'
import { lockSegmentShared } from './index.ts'

const test = useTestApp()

const GERMAN = { field: 'data.country', operator: 'equals', value: 'de' }
const notMemberOf = (value: string) => ({ field: 'segment', operator: 'notMemberOf', value })

const NEWS = { name: 'News', subject: 'News', body: '<p>News</p>', from: 'news@shop.test' }

const preview = (app: TestApp, filters: object) =>
  call(app, ['POST', '/segments/preview'], { body: { filters } })
const patch = (app: TestApp, id: string, body: object) => call(app, ['PATCH', `/segments/${id}`], { body })

describe('a condition on another segment', () => {
  it('finds the members of a dynamic one, and with notMemberOf the others', async () => {
    const app = await inFreshProject(test)
    const both = await buildContact(app, { data: { plan: 'pro', country: 'de' } })
    const pro = await buildContact(app, { data: { plan: 'pro' } })
    const other = await buildContact(app, { data: { country: 'de' } })
    const { id } = await buildSegment(app, { name: 'Pro', filters: all(PRO) })
    const inside = await buildSegment(app, { filters: all(GERMAN, memberOf(id.toUpperCase())) })
    const outside = await buildSegment(app, { filters: all(notMemberOf(id)) })
    const none = { operator: 'NOT', conditions: [{ operator: 'OR', conditions: [GERMAN, memberOf(id)] }] }
    expect(await readMembers(app, inside.id)).toEqual([both.id])
    expect(await readMembers(app, outside.id)).toEqual([other.id])
    expect((await preview(app, none)).json()).toMatchObject({ count: 0 })
    const { words } = (await preview(app, all(GERMAN, notMemberOf(id)))).json<{ words: string }>()
    expect(words).toBe('country is de and not in the segment Pro')
    await call(app, ['PATCH', `/contacts/${pro.id}`], { body: { data: { country: 'de' } } })
    expect(await readMembers(app, inside.id)).toEqual([pro.id, both.id])
  })

  it('finds the members of a static one', async () => {
    const app = await inFreshProject(test)
    const { email, id: contactId } = await buildContact(app)
    const { id: otherId } = await buildContact(app)
    const { id } = await buildSegment(app, { type: 'STATIC', emails: [email] })
    expect((await preview(app, all(memberOf(id)))).json()).toMatchObject({ sample: [{ id: contactId }] })
    expect((await preview(app, all(notMemberOf(id)))).json()).toMatchObject({ sample: [{ id: otherId }] })
  })

  it.each([
    [{ field: 'segment', operator: 'memberOf' }, 'conditions.0.value'],
    [{ field: 'segment', operator: 'memberOf', value: 'vip' }, 'conditions.0.value'],
    [{ field: 'segment', operator: 'memberOf', value: 7 }, 'conditions.0.value'],
    [{ field: 'segment', operator: 'equals', value: 'x' }, 'conditions.0.operator'],
    [{ field: 'segment.x', operator: 'memberOf', value: 'x' }, 'conditions.0.field'],
    [{ ...memberOf('01890000-0000-7000-8000-000000000000'), within: {} }, 'conditions.0'],
  ])('is refused with its path if it is malformed: %j', async (leaf, path) => {
    const reply = await preview(test, all(leaf))
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply))[0]).toBe(`filters.${path}`)
  })

  it('is refused with its path if there is no such segment, or it is of another project', async () => {
    const app = await inFreshProject(test)
    const foreign = await buildSegment(test, { filters: all(PRO) })
    const gone = await buildSegment(app, { filters: all(PRO) })
    await call(app, ['DELETE', `/segments/${gone.id}`])
    for (const id of [foreign.id, gone.id]) {
      const filters = all(PRO, { operator: 'NOT', conditions: [memberOf(id)] })
      const path = 'conditions.1.conditions.0.value'
      for (const reply of [
        await preview(app, filters),
        await call(app, ['POST', '/segments'], { body: { name: 'x', filters } }),
      ]) {
        expect(reply.statusCode).toBe(422)
        expect(fieldsOf(reply)).toEqual({ [`filters.${path}`]: 'custom' })
      }
      const query = { filter: JSON.stringify(filters) }
      const bulk = { action: 'delete', filter: filters }
      for (const reply of [
        await call(app, ['GET', '/contacts'], { query }),
        await call(app, ['POST', '/contacts/bulk'], { body: bulk }),
      ]) {
        expect(reply.statusCode).toBe(422)
        expect(fieldsOf(reply)).toEqual({ [`filter.${path}`]: 'custom' })
      }
    }
  })
})

describe('a circle of segments', () => {
  it('is refused, however long it is', async () => {
    const app = await inFreshProject(test)
    const first = await buildSegment(app, { filters: all(PRO) })
    const second = await buildSegment(app, { filters: all(memberOf(first.id)) })
    const third = await buildSegment(app, { filters: all(memberOf(second.id)) })
    for (const { id } of [first, second, third]) {
      const reply = await patch(app, first.id, { filters: all(GERMAN, memberOf(id)) })
      expect(reply.statusCode).toBe(422)
      expect(fieldsOf(reply)).toEqual({ 'filters.conditions.1.value': 'custom' })
      expect(errorOf(reply).errors?.[0]?.message).toContain('circle')
    }
    expect(await readSegment(app, first.id)).toMatchObject({ filters: all(PRO) })
    expect((await patch(app, third.id, { filters: all(memberOf(first.id)) })).statusCode).toBe(200)
  })

  it('is not made by two calls at the same time', async () => {
    const app = await inFreshProject(test)
    const one = await buildSegment(app, { filters: all(PRO) })
    const other = await buildSegment(app, { filters: all(PRO) })
    const replies = await Promise.all([
      patch(app, one.id, { filters: all(memberOf(other.id)) }),
      patch(app, other.id, { filters: all(memberOf(one.id)) }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('segments that refer to segments', () => {
  it('are refused when they have too many conditions in total', async () => {
    const app = await inFreshProject(test)
    const first = await buildSegment(app, { filters: { operator: 'OR', conditions: Array(100).fill(PRO) } })
    const second = await buildSegment(app, { filters: all(memberOf(first.id), memberOf(first.id)) })
    const reply = await preview(app, all(memberOf(second.id), memberOf(second.id)))
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ 'filters.conditions.1.value': 'too_big' })
  })

  it('can be read and fixed when one has been deleted meanwhile, but not used', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const below = await buildSegment(app, { filters: all(PRO) })
    const { id } = await buildSegment(app, { filters: all(GERMAN, memberOf(below.id)) })
    const above = await buildSegment(app, { filters: all(memberOf(id)) })
    await call(app, ['DELETE', `/segments/${below.id}`])
    expect(await readSegment(app, id)).toMatchObject({ memberCount: 0 })
    expect((await patch(app, id, { name: 'Mended soon' })).statusCode).toBe(200)
    const contacts = await call(app, ['GET', `/segments/${id}/contacts`])
    expect(contacts.statusCode).toBe(422)
    expect(fieldsOf(contacts)).toEqual({ 'filters.conditions.1.value': 'custom' })
    const indirect = await call(app, ['GET', `/segments/${above.id}/contacts`])
    expect(fieldsOf(indirect)).toEqual({ 'filters.conditions.0.value': 'custom' })
    expect((await patch(app, id, { filters: all(PRO) })).json()).toMatchObject({ memberCount: 1 })
    expect(await readMembers(app, above.id)).toHaveLength(1)
  })

  it('end a bulk action that needs one which was deleted meanwhile, and say so', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = await buildSegment(app, { filters: all(PRO) })
    const body = { action: 'unsubscribe', filter: all(memberOf(id)) }
    const { jobId } = (await call(app, ['POST', '/contacts/bulk'], { body })).json<{ jobId: string }>()
    await call(app, ['DELETE', `/segments/${id}`])
    await drain(app.deps)
    expect(await readJob(app, jobId)).toMatchObject({
      status: 'FAILED',
      errors: [
        {
          field: 'filter.conditions.0.value',
          message: expect.stringContaining('names no segment') as unknown,
        },
      ],
    })
  })
})

/** How many statements wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.deps.database.db)
  return rows[0]?.count ?? 0
}

describe('a user of a segment', () => {
  type UsesAnswer = { id: string; usedBy: { kind: string; id: string; name: string }[] }

  it('is shown in the list and with the segment: campaigns, workflows and other segments', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, { name: 'Pro', filters: all(PRO) })
    const other = await buildSegment(app, { name: 'German pro', filters: all(GERMAN, memberOf(id)) })
    const body = { ...NEWS, audienceType: 'SEGMENT', segmentId: id }
    const created = await call(app, ['POST', '/campaigns'], { body })
    const { data: campaign } = created.json<{ data: { id: string } }>()
    const trigger = { type: 'SEGMENT_ENTERED', segmentId: id }
    await patch(app, id, { trackMembership: true })
    const workflow = await buildEnabled(app, {
      name: 'Welcome',
      trigger,
      steps: [{ id: 'end', type: 'EXIT' }],
    })
    const usedBy = [
      { kind: 'campaign', id: campaign.id, name: 'News' },
      { kind: 'workflow', id: workflow.id, name: 'Welcome' },
      { kind: 'segment', id: other.id, name: 'German pro' },
    ]
    expect(await readSegment(app, id)).toMatchObject({ usedBy })
    const { segments } = (await call(app, ['GET', '/segments'])).json<{ segments: UsesAnswer[] }>()
    expect(segments).toMatchObject([
      { id: other.id, usedBy: [] },
      { id, usedBy },
    ])
    await call(app, ['DELETE', `/campaigns/${campaign.id}`])
    expect(await readSegment(app, id)).toMatchObject({ usedBy: usedBy.slice(1) })
  })

  it('prevents the deletion of segments that it needs indirectly, and the message names the chain', async () => {
    const app = await inFreshProject(test)
    const base = await buildSegment(app, { name: 'Base', filters: all(PRO) })
    const middle = await buildSegment(app, { name: 'Middle', filters: all(GERMAN, memberOf(base.id)) })
    const top = await buildSegment(app, { name: 'Top', filters: all(notMemberOf(middle.id)) })
    const audience = { audienceType: 'FILTERED', audienceFilter: all(memberOf(top.id)) }
    const { data: campaign } = (
      await call(app, ['POST', '/campaigns'], { body: { ...NEWS, ...audience } })
    ).json<{
      data: { id: string }
    }>()
    const remove = (id: string) => call(app, ['DELETE', `/segments/${id}`])
    const refused = await remove(base.id)
    expect([refused.statusCode, errorOf(refused).code]).toEqual([409, 'RESOURCE_IN_USE'])
    expect(errorOf(refused).message).toBe(
      `The segment is in use by the campaign ${campaign.id}, through the segment "Top" (${top.id}), which refers to "Middle" (${middle.id}).`,
    )
    expect((await remove(middle.id)).statusCode).toBe(409)
    await call(app, ['DELETE', `/campaigns/${campaign.id}`])
    expect((await remove(base.id)).statusCode).toBe(204)
  })

  it('prevents it as a workflow until it is disabled', async () => {
    const app = await inFreshProject(test)
    const base = await buildSegment(app, { filters: all(PRO) })
    const above = await buildSegment(app, { filters: all(memberOf(base.id)) })
    const { id } = await buildEnabled(app, {
      name: 'Welcome',
      trigger: { type: 'EVENT', event: 'signed up' },
      entry: { filters: all(memberOf(above.id)) },
      steps: [{ id: 'end', type: 'EXIT' }],
    })
    const remove = () => call(app, ['DELETE', `/segments/${base.id}`])
    expect(errorOf(await remove()).message).toContain(`in use by the workflow ${id}, through the segment`)
    await call(app, ['PATCH', `/workflows/${id}`], { body: { enabled: false } })
    expect((await remove()).statusCode).toBe(204)
  })

  it('is seen by a deletion that began while something started to use it', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const base = await buildSegment(app, { filters: all(PRO) })
    const above = await buildSegment(app, { filters: all(memberOf(base.id)) })
    const { db } = app.deps.database
    const deleting = await db.transaction().execute(async (trx) => {
      await lockSegmentShared(trx, { projectId, segmentId: above.id as SegmentId })
      const reply = call(app, ['DELETE', `/segments/${base.id}`])
      await eventually(async () => expect(await countWaiting()).toBe(1))
      const user = { kind: 'campaign', id: newId(app.clock.now()) } as const
      await replaceUses(trx, { projectId, user, kind: 'segment', ids: [above.id] })
      return { reply }
    })
    expect((await deleting.reply).statusCode).toBe(409)
  })

  it('is never of another project', async () => {
    const app = await inFreshProject(test)
    const foreign = await inFreshProject(test)
    const { id } = await buildSegment(app, { filters: all(PRO) })
    await buildSegment(foreign, { filters: all(PRO) })
    expect(await readSegment(app, id)).toMatchObject({ usedBy: [] })
  })
})
