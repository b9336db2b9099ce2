// Wishes that wait for the link in an email. A contact has at most one open confirmation. Whoever writes one holds the row of
// its contact (FOR UPDATE), which comes first in the lock order.
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Confirmations } from '../../platform/db/tables.ts'
import type { ConfirmationId, ContactId, EmailId, ProjectId } from '../../platform/ids.ts'

export type ConfirmationRow = Selectable<Confirmations>
export type ConfirmationRef = { projectId: ProjectId; confirmationId: ConfirmationId }

export async function findConfirmation(
  db: Db | Trx,
  { projectId, confirmationId }: ConfirmationRef,
): Promise<ConfirmationRow | undefined> {
  return db
    .selectFrom('confirmations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', confirmationId)
    .executeTakeFirst()
}

/** The one that has not ended, although its link may have expired. */
export async function findOpenConfirmation(
  db: Db | Trx,
  { projectId, contactId }: { projectId: ProjectId; contactId: ContactId },
): Promise<ConfirmationRow | undefined> {
  return db
    .selectFrom('confirmations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('contact_id', '=', contactId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

export async function insertConfirmation(
  trx: Trx,
  row: Insertable<Confirmations> & { project_id: ProjectId },
): Promise<ConfirmationRow> {
  return trx.insertInto('confirmations').values(row).returningAll().executeTakeFirstOrThrow()
}

type Addition = ConfirmationRef & {
  subscribe: boolean
  topicIds: readonly string[]
  dataKeys: readonly string[]
  source: string
}

/** Adds a further wish of the same person; the newest source counts. */
export async function addToConfirmation(
  trx: Trx,
  { projectId, confirmationId, subscribe, topicIds, dataKeys, source }: Addition,
): Promise<void> {
  const union = (column: string, given: readonly string[], type: string) =>
    sql`array(select distinct unnest(${sql.ref(column)} || ${given}::${sql.raw(type)}[]))`
  await sql`
    update confirmations set subscribe = subscribe or ${subscribe}, source = ${source}::jsonb,
      topic_ids = ${union('topic_ids', topicIds, 'uuid')}, data_keys = ${union('data_keys', dataKeys, 'text')}
    where project_id = ${projectId} and id = ${confirmationId}`.execute(trx)
}

/** The link works from the newest email on. */
export async function noteConfirmationEmail(
  trx: Trx,
  { projectId, confirmationId, emailId, expiresAt }: ConfirmationRef & { emailId: EmailId; expiresAt: Date },
): Promise<void> {
  await sql`
    update confirmations set email_ids = email_ids || ${emailId}::uuid, expires_at = ${expiresAt}
    where project_id = ${projectId} and id = ${confirmationId}`.execute(trx)
}

type End = {
  projectId: ProjectId
  ids: readonly ConfirmationId[]
  outcome: 'confirmed' | 'expired' | 'withdrawn'
  now: Date
}

export async function endConfirmations(trx: Trx, { projectId, ids, outcome, now }: End): Promise<void> {
  await sql`
    update confirmations set ended_at = ${now}, outcome = ${outcome}
    where project_id = ${projectId} and id = any(${ids}::uuid[]) and ended_at is null`.execute(trx)
}
