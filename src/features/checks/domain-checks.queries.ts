// The table domain_checks has the columns of work that is due, see platform/work/due-rows.ts.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { DomainRef } from '../domains/index.ts'
import type { CheckChange } from './merge-results.ts'
import type { CheckResult } from './check-finding.ts'
import { tableOf } from './check-changes.queries.ts'
import type { ChangeRow } from './check-changes.queries.ts'

/**
 * Adds the rows of domains that have none. A domain that was just added is checked at once; those of an upgraded
 * installation are spread over an hour, in which they stay.
 */
export async function insertMissingRuns(db: Db, { now }: { now: Date }): Promise<void> {
  await sql`
    insert into domain_checks (project_id, id, due_at)
    select d.project_id, d.id, case when d.created_at > ${now}::timestamptz - interval '10 minutes' then ${now}
      else ${now}::timestamptz + random() * interval '1 hour' end
    from domains as d
    where not d.is_reserved and not exists (
      select from domain_checks as c where c.project_id = d.project_id and c.id = d.id)
    on conflict do nothing`.execute(db)
}

export type DomainChecksRow = {
  results: unknown
  checked_at: Date | null
  asked_at: Date | null
  due_at: Date | null
}

export async function findChecks(
  db: Db | Trx,
  { projectId, domainId }: DomainRef,
): Promise<DomainChecksRow | undefined> {
  return db
    .selectFrom('domain_checks')
    .select(['results', 'checked_at', 'asked_at', 'due_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', domainId)
    .executeTakeFirst()
}

/** Newest first. */
export async function listChanges(
  db: Db | Trx,
  { projectId, domainId, limit }: DomainRef & { limit: number },
): Promise<ChangeRow[]> {
  return db
    .selectFrom('domain_check_changes')
    .select(['changed_at', 'kind', 'subject', 'state', 'found'])
    .where('project_id', '=', projectId)
    .where('domain_id', '=', domainId)
    .orderBy('changed_at', 'desc')
    .orderBy('kind')
    .orderBy('subject')
    .limit(limit)
    .execute()
}

type RunRequest = DomainRef & { now: Date; notSince: Date }

/** Makes the checks due now. Returns false if somebody asked for that after `notSince`. */
export async function requestRun(
  db: Db | Trx,
  { projectId, domainId, now, notSince }: RunRequest,
): Promise<boolean> {
  const { rows } = await sql`
    insert into domain_checks as c (project_id, id, due_at, asked_at) values (${projectId}, ${domainId}, ${now}, ${now})
    on conflict (project_id, id) do update set due_at = ${now}, asked_at = ${now}
    where c.asked_at is null or c.asked_at <= ${notSince}
    returning c.id`.execute(db)
  return rows.length > 0
}

type SaveResultsInput = DomainRef & { results: readonly CheckResult[]; checkedAt: Date; dueAt: Date }

export async function saveResults(
  trx: Trx,
  { projectId, domainId, results, checkedAt, dueAt }: SaveResultsInput,
): Promise<void> {
  await sql`
    update domain_checks set results = ${JSON.stringify(results)}, checked_at = ${checkedAt}, due_at = ${dueAt}, attempts = 0
    where project_id = ${projectId} and id = ${domainId}`.execute(trx)
}

type SaveChangesInput = DomainRef & { changes: readonly CheckChange[]; changedAt: Date; keptSince: Date }

/** Adds changes, and deletes those from before `keptSince`. */
export async function saveChanges(
  trx: Trx,
  { projectId, domainId, changes, changedAt, keptSince }: SaveChangesInput,
): Promise<void> {
  await sql`
    insert into domain_check_changes (project_id, domain_id, changed_at, kind, subject, state, found)
    select ${projectId}, ${domainId}, ${changedAt}, g.* from ${tableOf(changes)} as g
    on conflict do nothing`.execute(trx)
  await trx
    .deleteFrom('domain_check_changes')
    .where('project_id', '=', projectId)
    .where('domain_id', '=', domainId)
    .where('changed_at', '<', keptSince)
    .execute()
}
