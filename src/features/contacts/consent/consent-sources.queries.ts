// Every statement that may change a consent names its sources, which the triggers of contacts write into the ledger
// (migrations/0069, docs/adr/0026).
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LedgerSource } from '../../../platform/consent-source.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

/** One source for all contacts of a statement, or one for each. `at`: the time, if the statement does not set updated_at. */
export type LedgerSources = (LedgerSource & { at?: Date }) | ReadonlyMap<ContactId, LedgerSource>

/** The CTE `sourced`, of one row. The statement that writes contacts must read from it, or it is not evaluated. */
export const sourced = (sources: LedgerSources | undefined): RawBuilder<unknown> => named(toJson(sources))

export type SourcedAddress = { projectId: ProjectId; email: string; source: LedgerSource }

/** The CTE `sourced` for contacts that are known by their addresses only. */
export function sourcedByAddress(contacts: readonly SourcedAddress[]): RawBuilder<unknown> {
  const [first] = contacts
  // Mostly all are written with the same key, and then the statement is shorter.
  if (first && contacts.every(({ source }) => isSame(source, first.source))) return sourced(first.source)
  return named(
    Object.fromEntries(contacts.map(({ projectId, email, source }) => [`${projectId} ${email}`, source])),
  )
}

const isSame = (one: LedgerSource, other: LedgerSource): boolean =>
  one.kind === other.kind && one.id === other.id && one.text === other.text && one.network === other.network

const named = (sources: Record<string, LedgerSource>): RawBuilder<unknown> => sql`
  sourced as materialized (
    select set_config('lettermill.consent',
      extract(epoch from statement_timestamp()) || ' ' || ${JSON.stringify(sources)}::text, true)
  )`

function toJson(sources: LedgerSources | undefined): Record<string, LedgerSource> {
  if (sources === undefined) return {}
  return 'kind' in sources ? { all: sources } : Object.fromEntries(sources)
}
