// Answers of receivers on their way to reputation_replies, which a job writes (reputation/).
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { storableText } from '../../../platform/text/storable-text.ts'

/** Part of a larger statement. `rows` selects project_id, at, standing ('google instance deferred') and the grouped reply. */
export const insertReplyNotes = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into reply_notes (project_id, at, standing, reply) ${rows}`

type ReplyNote = { projectId: ProjectId; at: Date; standing: string; reply: string }

export async function insertReplyNote(
  trx: Trx,
  { projectId, at, standing, reply }: ReplyNote,
): Promise<void> {
  await insertReplyNotes(
    sql`values (${projectId}::uuid, ${at}::timestamptz, ${standing}, ${storableText(reply)})`,
  ).execute(trx)
}
