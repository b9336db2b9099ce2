// The control group of a project: contacts who get no campaigns and no marketing email of workflows, so that what all of that
// brings can be measured. Membership is a hash of project and contact: nothing is stored, and a larger share keeps its members.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { hashShare, isInShare } from './hash-share.ts'

type Membership = { projectId: string; contactId: string; percent: number }

/** Test recipients are never in it: the caller asks for others only. */
export const isInControlGroup = ({ projectId: ownerId, contactId, percent }: Membership): boolean =>
  isInShare(hashShare('control', { ownerId, contactId }), percent)

type MembershipColumns = {
  projectId: RawBuilder<unknown>
  contactId: RawBuilder<unknown>
  percent: RawBuilder<unknown>
}

/** isInControlGroup in SQL. Most projects have no control group: the hash is computed only for those that do. */
export const controlGroupSql = ({ projectId, contactId, percent }: MembershipColumns): RawBuilder<unknown> =>
  sql`(${percent} > 0 and hash_share('control', ${projectId}, ${contactId}) * 100 < ${percent})`
