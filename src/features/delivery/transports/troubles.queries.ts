import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import { storableText } from '../../../platform/text/storable-text.ts'

type NewTrouble = { owner: string; transport: string; reason: string; restMs: number }

/** Uses the clock of the database, which all readers share. */
export async function saveTrouble(db: Db, { owner, transport, reason, restMs }: NewTrouble): Promise<void> {
  await sql`
    with dead as (
      delete from transport_troubles where owner <> ${owner} and next_try_at < statement_timestamp() - interval '1 day'
    )
    insert into transport_troubles (owner, transport, reason, since, next_try_at)
    values (${owner}, ${transport}, ${storableText(reason)}, statement_timestamp(),
      statement_timestamp() + make_interval(secs => ${restMs / 1000}::float8))
    on conflict (owner) do update
    set reason = excluded.reason, next_try_at = excluded.next_try_at`.execute(db)
}

export async function deleteTrouble(db: Db, owner: string): Promise<void> {
  await sql`delete from transport_troubles where owner = ${owner}`.execute(db)
}
