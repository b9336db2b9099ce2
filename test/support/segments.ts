// Segments for tests, and the work of a worker for those that are tracked, until nothing is left to do.
import { sql } from 'kysely'
import { announcementWork } from '../../src/features/events/index.ts'
import { countWork } from '../../src/features/segments/counts/count.service.ts'
import {
  noteAllDue,
  noteWork,
  segmentListener,
} from '../../src/features/segments/membership/membership.service.ts'
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

/** Does the work of a worker for tracked segments, until nothing is left. */
export async function trackMembers(deps: Deps): Promise<void> {
  const { database, clock } = deps
  const kinds = [announcementWork(segmentListener), noteWork({ ...deps, filters: buildFilters(database) })]
  for (let count = 1; count > 0;) {
    await noteAllDue({ db: database.db, clock })
    count = 0
    for (const kind of kinds) count += await runDueWork(deps, kind)
  }
}

/** All counts that a worker has to make. */
export async function countSegments(deps: Deps): Promise<void> {
  await runDueWork(deps, countWork(deps, { filters: buildFilters(deps.database) }))
}

/** The contacts that entered and left a segment, oldest first, as `<contact> entered`. */
export async function readMembershipEvents({ deps, project }: TestApp, segmentId: string): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select contact_id || ' ' || substr(name, 9) as move from events
    where project_id = ${project.projectId} and name in ('segment.entered', 'segment.left')
      and data ->> 'segmentId' = ${segmentId} order by id`.execute(deps.database.db)
  return rows.map(({ move }) => move)
}
