// Contacts whose consent came from one form, out of the consent ledger.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { isSearched } from '../../../platform/db/like.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { FormId, ProjectId } from '../../../platform/ids.ts'
import { isAboutAddress } from '../record/address-search.queries.ts'
import { COLUMNS } from '../record/contacts.queries.ts'
import type { ContactRow } from '../record/contacts.queries.ts'

/** With the time of the first change that the form caused. */
export type SignedUpRow = ContactRow & { signed_up_at: Date }

type SignedUp = { projectId: ProjectId; formId: FormId; search: string | undefined }

/**
 * Newest contact first. The page is cut before contacts are joined: that walks the primary key of the ledger, which is in the order of
 * contacts, and ends early for a form that many people use (200,000 sign-ups: 5 ms instead of 1,000). Few sign-ups among many are found by
 * reading the ledger of the project: an index by source would cost every change of a consent more than these reads are worth.
 */
export async function listSignedUp(
  db: Db | Trx,
  { limit, before, ...signedUp }: SignedUp & { limit: number; before: string | undefined },
): Promise<Page<SignedUpRow>> {
  const older = before === undefined ? sql`` : sql`and x.contact_id < ${before}::uuid`
  const { rows } = await sql<SignedUpRow>`
    select ${COLUMNS}, signed_up_at from (
      select x.contact_id, min(x.created_at) as signed_up_at from ${await changesBy(db, signedUp)} ${older}
      group by x.contact_id order by x.contact_id desc limit ${limit + 1}
    ) as signed_up
    join contacts on contacts.project_id = ${signedUp.projectId} and contacts.id = signed_up.contact_id
    order by id desc`.execute(db)
  return cutPage(rows, limit)
}

/** Exact. */
export const countSignedUp = async (db: Db | Trx, signedUp: SignedUp): Promise<number> =>
  countRows(db, sql`(select distinct x.contact_id from ${await changesBy(db, signedUp)}) as signed_up`)

/** The rows of the ledger `x`, without those of deleted contacts. */
async function changesBy(
  db: Db | Trx,
  { projectId, formId, search }: SignedUp,
): Promise<RawBuilder<unknown>> {
  const found = isSearched(search)
    ? sql`and ${await isAboutAddress(db, { projectId, search, table: 'x' })}`
    : sql``
  return sql`consent_ledger as x
    where x.project_id = ${projectId} and x.source = 'form' and x.source_id = ${formId} ${found} and not exists (
      select from deleted_contacts as d where d.project_id = ${projectId} and d.contact_id = x.contact_id)`
}
