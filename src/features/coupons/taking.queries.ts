// Gives codes to contacts. The caller has locked the contacts, so that a contact gets one code of a list, however many emails to
// it are accepted at the same time.
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, CouponListId, EmailId, ProjectId } from '../../platform/ids.ts'
import type { CouponListRef } from './coupons.queries.ts'

export type Recipient = { id: ContactId; email: string }

/** Locks contacts in their lock order, and returns those that exist. */
export async function lockRecipients(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly ContactId[] },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select id, email from contacts where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by email for no key update`.execute(trx)
  return rows
}

/** Prevents the deletion of these lists until the transaction ends. @returns those that exist */
export async function holdCouponLists(
  trx: Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly string[] },
): Promise<{ id: CouponListId; key: string }[]> {
  const { rows } = await sql<{ id: CouponListId; key: string }>`
    select id, key from coupon_lists where project_id = ${projectId} and key = any(${keys}::text[])
    order by id for key share`.execute(trx)
  return rows
}

export type TakenCode = { contactId: ContactId; code: string }

/** The codes that contacts have already. */
export async function listTakenCodes(
  trx: Trx,
  { projectId, listId, ids }: CouponListRef & { ids: readonly ContactId[] },
): Promise<TakenCode[]> {
  const { rows } = await sql<TakenCode>`
    select contact_id as "contactId", code from coupon_codes
    where project_id = ${projectId} and list_id = ${listId} and contact_id = any(${ids}::uuid[])`.execute(trx)
  return rows
}

/** A contact who needs a code, and the first of the emails that show it, which is in the queue. */
export type Taker = { contactId: ContactId; emailId: EmailId }

type CodeRequest = CouponListRef & {
  takers: readonly Taker[]
  /** Whether to wait for codes that another transaction holds: it may be rolled back, and leave them free. */
  isWaiting: boolean
  now: Date
}

/** Gives each contact the next free code (coupon_codes_free), with what its email came from. The last ones get none if there are too few. */
export async function takeCodes(
  trx: Trx,
  { projectId, listId, takers, isWaiting, now }: CodeRequest,
): Promise<TakenCode[]> {
  const { rows } = await sql<TakenCode>`
    with wanted as (
      select * from unnest(
        ${takers.map(({ contactId }) => contactId)}::uuid[], ${takers.map(({ emailId }) => emailId)}::uuid[]
      ) with ordinality as w (contact_id, email_id, number)
    ), free as materialized (
      select id from coupon_codes where project_id = ${projectId} and list_id = ${listId} and taken_at is null
      order by id limit ${takers.length} for update ${isWaiting ? sql`` : sql`skip locked`}
    ), numbered as (
      select id, row_number() over (order by id) as number from free
    )
    update coupon_codes as c set contact_id = wanted.contact_id, taken_at = ${now}, email_id = wanted.email_id,
      campaign_id = q.campaign_id, workflow_id = (q.recipients ->> 'workflowId')::uuid, template_id = q.template_id
    from numbered join wanted using (number)
    left join email_queue as q on q.project_id = ${projectId} and q.email_id = wanted.email_id
    where c.project_id = ${projectId} and c.id = numbered.id
    returning c.contact_id as "contactId", c.code`.execute(trx)
  return rows
}
