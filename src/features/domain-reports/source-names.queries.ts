import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

/** Addresses without a name, or with an old one, whose reports came last first. */
export async function listSourcesToName(
  db: Db,
  { namedBefore, limit }: { namedBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select host(source) as source from report_sources where named_at is null or named_at < ${namedBefore}
    group by source order by max(last_day) desc, source limit ${limit}`.execute(db)
  return rows.map(({ source }) => source)
}

type NamedSource = { source: string; name: string | null; now: Date }

/** The name is that of the address, for every domain. */
export async function setSourceName(db: Db, { source, name, now }: NamedSource): Promise<void> {
  await sql`update report_sources set name = ${name}, named_at = ${now} where source = ${source}::inet`.execute(
    db,
  )
}
