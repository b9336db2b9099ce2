// Everything that is stored about one person, list by list. A new table with a contact is added here, or to the
// exceptions of test/conventions/personal-data.test.ts.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { ledgerOf } from '../contacts/index.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'

export type PersonRef = { projectId: ProjectId; contactId: ContactId; email: string; addressHash: Buffer }

/** One list of the export: its rows `x`, the column that orders them (by default a UUID), and the record of each. */
type Section = {
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  idType?: 'uuid' | 'bigint'
  record: RawBuilder<unknown>
}

const ofContact = ({ projectId, contactId }: PersonRef): RawBuilder<unknown> =>
  sql`x.project_id = ${projectId} and x.contact_id = ${contactId}`

const VARIABLES_OF_EMAIL = sql`coalesce(
  (select q.variables from email_queue as q where q.project_id = x.project_id and q.email_id = x.id),
  (select p.variables from email_payloads as p where p.project_id = x.project_id and p.email_id = x.id), '{}')`

const HISTORY_OF_EMAIL = sql`(
  select coalesce(json_agg(json_build_object('type', h.type, 'data', h.data, 'at', h.created_at) order by h.id), '[]')
  from email_events as h where h.project_id = x.project_id and h.email_id = x.id)`

const HITS_OF_EMAIL = sql`(
  select coalesce(json_agg(json_build_object('kind', t.kind, 'link', t.link, 'userAgent', t.user_agent,
    'verdict', t.verdict, 'at', t.created_at) order by t.id), '[]')
  from email_hits as t where t.project_id = x.project_id and t.email_id = x.id)`

const SECTIONS = {
  suppressions: ({ projectId, email }) => ({
    from: sql`suppressions as x where x.project_id = ${projectId} and x.email = ${email}`,
    id: sql`x.id`,
    record: sql`json_build_object('reason', x.reason, 'source', x.source, 'createdAt', x.created_at,
      'expiresAt', x.expires_at)`,
  }),
  confirmations: (person) => ({
    from: sql`confirmations as x where ${ofContact(person)}`,
    id: sql`x.id`,
    record: sql`json_build_object('id', x.id, 'email', x.email, 'subscribe', x.subscribe, 'topics', array(
        select t.key from topics as t where t.project_id = x.project_id and t.id = any(x.topic_ids) order by t.key),
      'source', x.source, 'createdAt', x.created_at, 'expiresAt', x.expires_at, 'outcome', x.outcome, 'endedAt', x.ended_at)`,
  }),
  consent: (person) => ({
    from: sql`consent_ledger as x where ${ledgerOf(person)}`,
    id: sql`x.id`,
    idType: 'bigint' as const,
    record: sql`json_build_object('what', x.what, 'topic', x.topic, 'before', x.before, 'after', x.after,
      'at', x.created_at, 'source', x.source, 'sourceId', x.source_id, 'text', x.shown_text,
      'network', encode(x.network, 'hex'))`,
  }),
  segments: (person) => ({
    from: sql`segment_members as x
      join segments as s on s.project_id = x.project_id and s.id = x.segment_id where ${ofContact(person)}`,
    id: sql`x.segment_id`,
    record: sql`json_build_object('id', s.id, 'name', s.name, 'since', x.created_at)`,
  }),
  events: (person) => ({
    from: sql`events as x where ${ofContact(person)}`,
    id: sql`x.id`,
    record: sql`json_build_object('id', x.id, 'name', x.name, 'emailId', x.email_id, 'data', x.data,
      'createdAt', x.created_at)`,
  }),
  emails: (person) => ({
    from: sql`all_emails as x
      left join contents as c on c.project_id = x.project_id and c.id = x.content_id where ${ofContact(person)}`,
    id: sql`x.id`,
    record: sql`json_build_object('id', x.id, 'to', x.address, 'from', c.from_email,
      'subject', coalesce(x.subject, c.subject), 'status', x.status, 'reason', x.reason, 'source', x.source,
      'tags', x.tags, 'scheduledFor', x.scheduled_for, 'sentAt', x.sent_at, 'lastReply', x.last_reply - 'via',
      'variables', ${VARIABLES_OF_EMAIL}, 'history', ${HISTORY_OF_EMAIL}, 'hits', ${HITS_OF_EMAIL})`,
  }),
  campaigns: (person) => ({
    from: sql`campaign_recipients as x
      join campaigns as k on k.project_id = x.project_id and k.id = x.campaign_id where ${ofContact(person)}`,
    id: sql`x.email_id`,
    record: sql`json_build_object('campaignId', x.campaign_id, 'name', k.name, 'emailId', x.email_id)`,
  }),
  holdouts: (person) => ({
    from: sql`holdout_members as x where ${ofContact(person)} and x.is_held`,
    id: sql`x.owner_id`,
    record: sql`json_build_object('heldBackFrom', x.owner_id, 'at', x.assigned_at)`,
  }),
  coupons: (person) => ({
    from: sql`coupon_codes as x
      join coupon_lists as l on l.project_id = x.project_id and l.id = x.list_id where ${ofContact(person)}`,
    id: sql`x.id`,
    record: sql`json_build_object('list', l.key, 'code', x.code, 'takenAt', x.taken_at)`,
  }),
  workflows: (person) => ({
    from: sql`workflow_executions as x
      join workflows as w on w.project_id = x.project_id and w.id = x.workflow_id where ${ofContact(person)}`,
    id: sql`x.id`,
    record: sql`json_build_object('id', x.id, 'workflowId', x.workflow_id, 'name', w.name, 'status', x.status,
      'exitReason', x.exit_reason, 'event', x.event, 'startedAt', x.started_at, 'completedAt', x.completed_at)`,
  }),
  webhookDeliveries: (person) => ({
    from: sql`webhook_deliveries as x where ${ofContact(person)}`,
    id: sql`x.id`,
    record: sql`json_build_object('id', x.id, 'webhookId', x.webhook_id, 'type', x.type, 'status', x.status,
      'body', x.body)`,
  }),
} satisfies Record<string, (person: PersonRef) => Section>

export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

/** A record as JSON text. */
export type ExportedRecord = { id: string; json: string }

type RecordsQuery = { section: SectionName; person: PersonRef; after: string | undefined; limit: number }

/** One page of a list, oldest first. */
export async function listRecords(
  db: Db | Trx,
  { section, person, after, limit }: RecordsQuery,
): Promise<ExportedRecord[]> {
  const { from, id, idType = 'uuid', record }: Section = SECTIONS[section](person)
  const { rows } = await sql<ExportedRecord>`
    select ${id}::text as id, (${record})::text as json from ${from}
      ${after === undefined ? sql`` : sql`and ${id} > ${after}::${sql.raw(idType)}`}
    order by ${id} limit ${limit}`.execute(db)
  return rows
}
