// Segments for tests, and what a worker does for those that are followed, until there is nothing left to do.
import { sql } from 'kysely'
import { createDispatch } from '../../src/features/events/announcements.service.ts'
import { countWork } from '../../src/features/segments/counts/count.service.ts'
import { followChanges } from '../../src/features/segments/membership/tracking-loop.service.ts'
import { segmentListener, sweepTimes } from '../../src/features/segments/membership/membership.service.ts'
import { buildFilters } from '../../src/filter-sources.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { runDueWork } from '../../src/platform/work/work-loop.ts'
import { call } from './requests.ts'
import type { TestApp } from './test-app.ts'

export type SegmentRecord = {
  id: string
  name: string
  filters: unknown
  type: string
  trackMembership: boolean
  memberCount: number
  memberCountAt: string | null
  memberCountError: string | null
}

export const all = (...conditions: object[]): object => ({ operator: 'AND', conditions })
export const PRO = { field: 'data.plan', operator: 'equals', value: 'pro' }
export const memberOf = (value: string): object => ({ field: 'segment', operator: 'memberOf', value })

export async function buildSegment(app: TestApp, body: object): Promise<SegmentRecord> {
  const reply = await call(app, ['POST', '/segments'], { body: { name: 'Segment', ...body } })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<SegmentRecord>()
}

export async function readSegment(app: TestApp, id: string): Promise<SegmentRecord> {
  return (await call(app, ['GET', `/segments/${id}`])).json<SegmentRecord>()
}

/** The ids of its members, newest contact first. */
export async function readMembers(app: TestApp, id: string): Promise<string[]> {
  const reply = await call(app, ['GET', `/segments/${id}/contacts`], { query: { limit: '100' } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<{ contacts: { id: string }[] }>().contacts.map((contact) => contact.id)
}

/** All that a worker does for followed segments, until nothing is left. */
export async function follow({ database, clock, log }: Deps): Promise<void> {
  const tools = { database, clock, log, filters: buildFilters(database) }
  const dispatchNext = createDispatch({ database, clock, log, listener: segmentListener })
  for (let isMore = true; isMore;) {
    const heard = await dispatchNext()
    await sweepTimes({ db: database.db, clock })
    isMore = (await followChanges(tools)) + heard > 0
  }
}

/** All counts that a worker has to make. */
export async function countSegments(deps: Deps): Promise<void> {
  await runDueWork(deps, countWork(deps, { filters: buildFilters(deps.database) }))
}

/** The contacts that entered and left a segment, oldest first, as `<contact> entered`. */
export async function readMoves({ deps, project }: TestApp, segmentId: string): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select contact_id || ' ' || substr(name, 9) as move from events
    where project_id = ${project.projectId} and name in ('segment.entered', 'segment.left')
      and data ->> 'segmentId' = ${segmentId} order by id`.execute(deps.database.db)
  return rows.map(({ move }) => move)
}
