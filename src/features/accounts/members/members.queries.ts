import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containsText } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import { isSearch, nameContains, recordOrder } from '../../../platform/db/record-order.ts'
import type { NameListOptions } from '../../../platform/db/record-order.ts'
import type { Members } from '../../../platform/db/tables.ts'
import type { ProjectId, UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'

export type MemberRow = {
  id: UserId
  email: string
  name: string
  role: string
  two_factor_enabled: boolean
  created_at: Date
}
export type MembershipRow = { project_id: ProjectId; name: string; role: string; alert_emails: boolean }
type MemberRef = { projectId: ProjectId; userId: UserId }

export async function insertMembers(trx: Trx, rows: Insertable<Members>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('members').values(rows).execute()
}

/** The projects of a user, oldest first. */
export async function listMembershipsOf(
  db: Db | Trx,
  { userId }: { userId: UserId },
): Promise<MembershipRow[]> {
  return db
    .selectFrom('members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select(['m.project_id', 'p.name', 'm.role', 'm.alert_emails'])
    .where('m.user_id', '=', userId)
    .orderBy('m.project_id')
    .execute()
}

const memberRows = (db: Db | Trx, projectId: ProjectId) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'm.role', 'u.two_factor_enabled', 'm.created_at'])
    .where('m.project_id', '=', projectId)

export async function listMembers(
  db: Db | Trx,
  { projectId, filter, limit, before }: NameListOptions,
): Promise<Page<MemberRow>> {
  const { orderBy, isAfter } = recordOrder('u', { sort: filter.sort, before })
  const rows = await memberRows(db, projectId)
    .where(sql<boolean>`${isFound(filter)} and ${isAfter}`)
    .orderBy(orderBy)
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit)
}

export const countMembers = (
  db: Db | Trx,
  { projectId, filter }: Pick<NameListOptions, 'projectId' | 'filter'>,
): Promise<number> =>
  countRows(
    db,
    sql`members as m join users as u on u.id = m.user_id where m.project_id = ${projectId} and ${isFound(filter)}`,
  )

/** Whether the name or the address of a member contains the searched text. */
const isFound = (filter: NameListOptions['filter']): RawBuilder<unknown> =>
  isSearch(filter)
    ? sql`(${nameContains('u', filter)} or ${containsText(sql.ref('u.email'), (filter.search ?? '').trim())})`
    : sql`true`

/** In the order of the primary key. */
export async function lockOwnersAndMember(
  trx: Trx,
  { projectId, userId }: MemberRef,
): Promise<{ user_id: UserId; role: string }[]> {
  return trx
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('user_id', '=', userId)]))
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

export async function findMember(
  db: Db | Trx,
  { projectId, userId }: MemberRef,
): Promise<MemberRow | undefined> {
  return memberRows(db, projectId).where('m.user_id', '=', userId).executeTakeFirst()
}

export async function updateMemberRole(
  trx: Trx,
  { projectId, userId, role }: MemberRef & { role: Role },
): Promise<void> {
  await trx
    .updateTable('members')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(trx: Trx, { projectId, userId }: MemberRef): Promise<void> {
  await trx.deleteFrom('members').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}
