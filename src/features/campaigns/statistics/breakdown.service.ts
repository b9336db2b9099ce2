import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { countReasons } from './bounce-reasons.ts'
import { countBounceCodes, countDomains } from './breakdown.queries.ts'
import { countProviders } from './mailbox-providers.ts'
import type { CampaignBreakdown } from './statistics.schema.ts'

// With this many, shares are exact to half a per cent, and reading takes about 50 ms.
const MOST_COUNTED = 20_000

export async function readBreakdown(
  db: Db | Trx,
  ref: CampaignRef,
): Promise<z.input<typeof CampaignBreakdown>> {
  const { started_at: startedAt } = requireCampaign(await findCampaign(db, ref))
  if (startedAt === null) return { providers: partOf(0, []), bounces: partOf(0, []) }
  const query = { emails: { ...ref, startedAt }, limit: MOST_COUNTED }
  const [sum, ...domains] = await countDomains(db, query)
  const codes = await countBounceCodes(db, query)
  const total = sum ?? { emails: 0, delivered: 0, bounced: 0, complained: 0 }
  const named = domains.map(({ domain, ...counts }) => ({ domain: domain ?? '', ...counts }))
  const bounced = codes.reduce((count, one) => count + one.count, 0)
  return {
    providers: partOf(total.emails, countProviders(named, total)),
    bounces: partOf(bounced, countReasons(codes)),
  }
}

const partOf = <T>(looked: number, list: T[]) => ({ looked, isSampled: looked >= MOST_COUNTED, list })
