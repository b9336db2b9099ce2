import type { Trx } from '../../platform/db/client.ts'
import type { Config } from '../../platform/config.ts'
import { holdDomain, requireSender } from '../domains/index.ts'
import { replaceUses } from '../uses/index.ts'
import type { CampaignRef } from './campaigns.queries.ts'

type Sending = CampaignRef & { address: string; config: Pick<Config, 'MAIL_TRANSPORT'> }

/**
 * A campaign that is scheduled or under way needs the domain that it sends from: nobody deletes that meanwhile. A name for
 * tests that was never added has no record to keep. @throws AppError DOMAIN_NOT_VERIFIED
 */
export async function noteSender(
  trx: Trx,
  { projectId, campaignId, address, config }: Sending,
): Promise<void> {
  const { domainId } = await requireSender(trx, { projectId, address, config })
  // Deleted since that look: the second one says so.
  if (domainId !== null && !(await holdDomain(trx, { projectId, domainId }))) {
    await requireSender(trx, { projectId, address, config })
  }
  const user = { kind: 'campaign', id: campaignId } as const
  await replaceUses(trx, { projectId, user, kind: 'domain', ids: domainId === null ? [] : [domainId] })
}
