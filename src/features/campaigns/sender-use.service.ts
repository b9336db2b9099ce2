import type { Trx } from '../../platform/db/client.ts'
import type { Config } from '../../platform/config.ts'
import { holdDomain, requireSender } from '../domains/index.ts'
import { replaceUses } from '../uses/index.ts'
import type { UserRef } from './campaign-user.ts'

type SenderUse = UserRef & { address: string; config: Pick<Config, 'MAIL_TRANSPORT'> }

/**
 * Prevents deleting the sender domain of a campaign that is scheduled or being sent. Test domains that were never added have
 * no record. @throws AppError DOMAIN_NOT_VERIFIED
 */
export async function recordSenderUse(
  trx: Trx,
  { projectId, user, address, config }: SenderUse,
): Promise<void> {
  const { domainId } = await requireSender(trx, { projectId, address, config })
  // If the domain was deleted since then, the second call throws.
  if (domainId !== null && !(await holdDomain(trx, { projectId, domainId }))) {
    await requireSender(trx, { projectId, address, config })
  }
  await replaceUses(trx, { projectId, user, kind: 'domain', ids: domainId === null ? [] : [domainId] })
}
