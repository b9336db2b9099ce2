// The DKIM keys in zones of the operator, over all projects.
import { sql } from 'kysely'
import { cutPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { KeyState } from './dns-records/domain-records.ts'
import type { ZoneSlot } from './dns-records/selectors.ts'

export type ZoneKeyRow = {
  zone: string
  label: string
  slot: ZoneSlot
  state: KeyState
  public_key: string
  created_at: Date
  retires_at: Date | null
  domain: string
  project: string
}

// A key whose time is over is deleted by the next check of its domain, which a disabled project has none of.
const isPublished = (now: Date) =>
  sql`d.dkim_zone is not null and (k.retires_at is null or k.retires_at > ${now})`

/** The order of the list, and the key of its cursor. */
export const placeOfZoneKey = ({ zone, label, slot }: ZoneKeyRow): string => `${zone} ${label} ${slot}`

type ListOptions = { now: Date; limit: number; after: string | undefined }

/** By zone and label, along the index domains_by_dkim_zone. */
export async function listZoneKeys(
  db: Db | Trx,
  { now, limit, after }: ListOptions,
): Promise<Page<ZoneKeyRow>> {
  const [zone = '', label = '', slot = '0'] = after?.split(' ') ?? []
  const { rows } = await sql<ZoneKeyRow>`
    select d.dkim_zone as zone, d.dkim_label as label, k.zone_slot as slot, k.state, k.public_key, k.created_at,
      k.retires_at, d.domain, p.name as project
    from domains as d
    join domain_keys as k on k.project_id = d.project_id and k.domain_id = d.id and k.zone_slot is not null
    join projects as p on p.id = d.project_id
    where ${isPublished(now)}
      and (d.dkim_zone, d.dkim_label) >= (${zone}, ${label})
      and (d.dkim_zone, d.dkim_label, k.zone_slot) > (${zone}, ${label}, ${slot}::smallint)
    order by d.dkim_zone, d.dkim_label, k.zone_slot
    limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

export async function countZoneKeys(db: Db | Trx, { now }: { now: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from domains as d
    join domain_keys as k on k.project_id = d.project_id and k.domain_id = d.id and k.zone_slot is not null
    join projects as p on p.id = d.project_id
    where ${isPublished(now)}`.execute(db)
  return rows[0]?.count ?? 0
}
