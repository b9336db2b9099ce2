// Finds records by name or id in one statement, a few of each kind. Addresses match by prefix, a range of the index
// contacts_email; the other kinds have few names, which are scanned.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { containsText, startingWith } from '../../../platform/db/like.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { KINDS } from './search.schema.ts'

export type SearchHit = { kind: (typeof KINDS)[number]; id: string; title: string }

const MOST_PER_KIND = 5

type Source = { kind: SearchHit['kind']; table: string; title: string }

const NAMED: readonly Source[] = [
  { kind: 'template', table: 'templates', title: 'name' },
  { kind: 'campaign', table: 'campaigns', title: 'name' },
  { kind: 'segment', table: 'segments', title: 'name' },
  { kind: 'workflow', table: 'workflows', title: 'name' },
  { kind: 'domain', table: 'domains', title: 'domain' },
]

const WITH_ID: readonly Source[] = [
  { kind: 'contact', table: 'contacts', title: 'email' },
  ...NAMED,
  { kind: 'email', table: 'all_emails', title: 'address' },
  { kind: 'job', table: 'operations', title: 'type' },
]

const hits = ({ kind, table, title }: Source, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select ${kind}::text as kind, id::text as id, ${sql.raw(title)} as title from ${sql.raw(table)} where ${condition}
   order by ${kind === 'contact' ? sql.raw('email') : sql.raw('id desc')} limit ${MOST_PER_KIND})`

export async function findByText(
  db: Db | Trx,
  { projectId, text }: { projectId: ProjectId; text: string },
): Promise<SearchHit[]> {
  const ofProject = sql`project_id = ${projectId}`
  const parts = [
    hits(
      { kind: 'contact', table: 'contacts', title: 'email' },
      sql`${ofProject} and email like ${startingWith(text.toLowerCase())}`,
    ),
    ...NAMED.map((source) =>
      hits(source, sql`${ofProject} and ${containsText(sql.ref(source.title), text)}`),
    ),
  ]
  const { rows } = await sql<SearchHit>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

export async function findById(
  db: Db | Trx,
  { projectId, id }: { projectId: ProjectId; id: string },
): Promise<SearchHit[]> {
  const parts = WITH_ID.map((source) => hits(source, sql`project_id = ${projectId} and id = ${id}::uuid`))
  const { rows } = await sql<SearchHit>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
