// Wishes that wait for the link in an email. A contact has at most one open confirmation. A writer holds the row of its
// contact (FOR UPDATE), which comes first in the lock order.
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
  /** Null: unchanged. */
  stateBefore: string | null
}

/** Adds a further wish; the newest source counts. */
export async function addToConfirmation(
  trx: Trx,
  { projectId, confirmationId, subscribe, topicIds, dataKeys, source, stateBefore }: Addition,
): Promise<void> {
  const union = (column: string, given: readonly string[], type: string) =>
    sql`array(select distinct unnest(${sql.ref(column)} || ${given}::${sql.raw(type)}[]))`
  await sql`
    update confirmations set subscribe = subscribe or ${subscribe}, source = ${source}::jsonb,
      state_before = coalesce(${stateBefore}, state_before),
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
  outcome: ConfirmationOutcome
  now: Date
}

export async function endConfirmations(trx: Trx, { projectId, ids, outcome, now }: End): Promise<void> {
  await sql`
    update confirmations set ended_at = ${now}, outcome = ${outcome}
    where project_id = ${projectId} and id = any(${ids}::uuid[]) and ended_at is null`.execute(trx)
}

export type ConfirmationPage = {
  project: {
    name: string
    postalAddress: string | null
    brandColor: string | null
    locale: string
    redirectUrl: string | null
  }
  contact: { email: string; locale: string | null; subscribed: boolean; before_subscribing: string | null }
  /** Names of the topics that still exist. */
  topics: string[]
  expiresAt: Date
  outcome: ConfirmationOutcome | null
  email: string
  subscribe: boolean
  state_before: string | null
}
export type ConfirmationOutcome = 'confirmed' | 'expired' | 'withdrawn'

/** Includes disabled projects, like the other pages. Undefined if the contact was deleted, or the confirmation is long over. */
export async function findConfirmationPage(
  db: Db | Trx,
  { projectId, confirmationId }: ConfirmationRef,
): Promise<ConfirmationPage | undefined> {
  const { rows } = await sql<ConfirmationPage>`
    select json_build_object('name', p.name, 'postalAddress', p.postal_address, 'brandColor', p.brand_color,
        'locale', p.locale, 'redirectUrl', p.confirmation_redirect_url) as project,
      json_build_object('email', c.email, 'locale', c.data ->> 'locale', 'subscribed', c.subscribed,
        'before_subscribing', c.before_subscribing) as contact,
      array(select t.name from topics as t where t.project_id = f.project_id and t.id = any(f.topic_ids) order by t.name) as topics,
      f.expires_at as "expiresAt", f.outcome, f.email, f.subscribe, f.state_before
    from confirmations as f
    join projects as p on p.id = f.project_id
    join contacts as c on c.project_id = f.project_id and c.id = f.contact_id
    where f.project_id = ${projectId} and f.id = ${confirmationId}`.execute(db)
  return rows[0]
}

/** The topics of a confirmation that still exist, by key. */
export async function listWishedTopics(
  trx: Trx,
  { projectId, topicIds }: { projectId: ProjectId; topicIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from topics where project_id = ${projectId} and id = any(${topicIds}::uuid[]) order by key`.execute(
    trx,
  )
  return rows.map(({ key }) => key)
}
