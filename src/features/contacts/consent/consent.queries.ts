import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { ConsentLedger } from '../../../platform/db/tables.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'

export type LedgerRow = Selectable<ConsentLedger>

type KeepLedger = {
  projectId: ProjectId
  deleted: readonly { id: ContactId; hash: Buffer }[]
  now: Date
}

/** Notes deleted contacts that have a ledger, which is kept under the keyed hash of their address. */
export async function keepLedger(trx: Trx, { projectId, deleted, now }: KeepLedger): Promise<void> {
  const ids = deleted.map(({ id }) => id)
  const hashes = deleted.map(({ hash }) => hash)
  await sql`
    insert into deleted_contacts (project_id, contact_id, address_hash, deleted_at)
    select ${projectId}, id, hash, ${now} from unnest(${ids}::uuid[], ${hashes}::bytea[]) as d (id, hash)
    where exists (select from consent_ledger as l where l.project_id = ${projectId} and l.contact_id = d.id)`.execute(
    trx,
  )
}

/** A contact with the keyed hash of its address: earlier contacts with the address are the same person. */
export type PersonRef = { projectId: ProjectId; contactId: ContactId; addressHash: Buffer }

/** The condition on rows of the ledger `x`. */
export const ledgerOf = ({ projectId, contactId, addressHash }: PersonRef): RawBuilder<unknown> => sql`
  x.project_id = ${projectId} and x.contact_id = any(${contactId}::uuid || array(
    select contact_id from deleted_contacts where project_id = ${projectId} and address_hash = ${addressHash}))`

/** Newest first. */
export async function listLedger(
  db: Db | Trx,
  { person, limit, before }: { person: PersonRef; limit: number; before: string | undefined },
): Promise<Page<LedgerRow>> {
  const after = before === undefined ? sql`` : sql`and x.id < ${before}::bigint`
  const { rows } = await sql<LedgerRow>`
    select x.* from consent_ledger as x where ${ledgerOf(person)} ${after}
    order by x.id desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export async function countLedger(db: Db | Trx, { person }: { person: PersonRef }): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from consent_ledger as x where ${ledgerOf(person)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Erases the ledgers of the next contacts that were deleted before a time, with the notes that keep them. Skips those that another
 * node erases. @returns the number of contacts
 */
export async function eraseLedgers(
  trx: Trx,
  { deletedBefore, limit }: { deletedBefore: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ project_id: ProjectId; contact_id: ContactId }>`
    select project_id, contact_id from deleted_contacts where deleted_at < ${deletedBefore}
    order by deleted_at limit ${limit} for update skip locked`.execute(trx)
  const due = sql`unnest(${rows.map((row) => row.project_id)}::uuid[], ${rows.map((row) => row.contact_id)}::uuid[])
    as due (project_id, contact_id)`
  // Two statements: a trigger lets rows of the ledger go only while the note of their contact is there.
  await sql`
    delete from consent_ledger as l using ${due}
    where l.project_id = due.project_id and l.contact_id = due.contact_id`.execute(trx)
  await sql`
    delete from deleted_contacts as d using ${due}
    where d.project_id = due.project_id and d.contact_id = due.contact_id`.execute(trx)
  return rows.length
}
