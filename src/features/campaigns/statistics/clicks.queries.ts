// The recipients who clicked a link of a campaign.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import { lowestIdAfter, lowestIdOf } from '../../../platform/ids.ts'
import type { CampaignEmails } from '../../delivery/index.ts'
import type { CampaignClick } from './clicks.schema.ts'

export type ClickRow = { id: string; contact_id: string | null; address: string | null; created_at: Date }

/** A link is known by the content that it is in, and its number there. */
export type LinkPlace = { contentId: string; link: number }

type Clicks = CampaignEmails & { places: readonly LinkPlace[] }

/**
 * The ids of a campaign's emails lie in one short range of the primary key of email_firsts, which has a few rows for each email
 * that was read: even a link that hardly anybody clicked takes no longer than reading that range. Test recipients count in no
 * figure.
 */
const clicksOf = ({ projectId, campaignId, startedAt, places }: Clicks): RawBuilder<unknown> => {
  const links = places.map(({ link }) => link)
  const keys = places.map(({ contentId, link }) => `${contentId} ${link}`)
  return sql`
    email_firsts as f join emails as e on e.project_id = f.project_id and e.id = f.email_id
    where f.project_id = ${projectId} and f.email_id >= ${lowestIdOf(startedAt)}::uuid
      and f.email_id < ${lowestIdAfter(startedAt)}::uuid
      and f.kind = 'click' and f.verdict = 'any' and f.link = any(${links}::smallint[])
      and e.campaign_id = ${campaignId} and coalesce(e.cohort, 0) >= 0
      and e.content_id::text || ' ' || f.link = any(${keys}::text[])`
}

/** One row per email, however many of the links were clicked in it. */
export async function listClicks(
  db: Db | Trx,
  { limit, after, ...clicks }: Clicks & { limit: number; after: string | undefined },
): Promise<Page<ClickRow>> {
  const position = after === undefined ? sql`` : sql`and f.email_id > ${after}::uuid`
  const { rows } = await sql<ClickRow>`
    select e.id, e.contact_id, e.address, min(f.created_at) as created_at from ${clicksOf(clicks)} ${position}
    group by e.project_id, e.id order by e.id limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export async function countClicks(db: Db | Trx, clicks: Clicks): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct f.email_id) as count from ${clicksOf(clicks)}`.execute(db)
  return rows[0]?.count ?? 0
}

export const toClick = (row: ClickRow): z.input<typeof CampaignClick> => ({
  contactId: row.contact_id,
  email: row.address,
  emailId: row.id,
  clickedAt: row.created_at.toISOString(),
})
