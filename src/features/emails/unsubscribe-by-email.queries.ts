import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import { insertOriginTally, tallyOrigin } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'

/** Counts an unsubscribe through the email for its campaign or its step of a workflow, if it has one. */
export async function insertUnsubscribeTally(
  trx: Trx,
  { projectId, emailId, now }: EmailRef & { now: Date },
): Promise<void> {
  await insertOriginTally(sql`
    select project_id, ${tallyOrigin('e')}, ${now}::timestamptz, 'unsubscribed', 1 from all_emails as e
    where project_id = ${projectId} and id = ${emailId}`).execute(trx)
}

/** The key of its topic; undefined if it has none, or the topic was deleted. */
export async function findTopicOfEmail(
  trx: Trx,
  { projectId, emailId }: EmailRef,
): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select t.key from all_emails as e join topics as t on t.project_id = e.project_id and t.id = e.topic_id
    where e.project_id = ${projectId} and e.id = ${emailId}`.execute(trx)
  return rows[0]?.key
}
