import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { CheckChange } from './merge-results.ts'

export type ChangeRow = { changed_at: Date; kind: string; subject: string; state: string; found: string }

/** The changes as a table of SQL: kind, subject, state, found. */
export function tableOf(changes: readonly CheckChange[]): RawBuilder<unknown> {
  const column = (name: keyof CheckChange) => changes.map((change) => change[name])
  return sql`unnest(
    ${column('kind')}::text[], ${column('subject')}::text[], ${column('state')}::text[], ${column('found')}::text[])`
}
