import type { Deps } from '../../../platform/deps.ts'
import { isMxUrl, readMxUrl } from '../../../platform/email/mx/mx-url.ts'
import { checkSendingHost } from '../../../platform/email/mx/sending-host-check.ts'
import { createHostGuard } from '../../../platform/outgoing/host-guard.ts'
import { mailHostOf } from '../../../platform/public-url.ts'

/** Writes into the log what receivers may not like about a server with MAIL_TRANSPORT=mx:. Never rejects. */
export async function warnOfSendingHost(deps: Deps): Promise<void> {
  const { config, publicUrl, dns, log } = deps
  if (!isMxUrl(config.MAIL_TRANSPORT)) return
  try {
    const { problems, reply } = await checkSendingHost({
      ...readMxUrl(config.MAIL_TRANSPORT),
      dns,
      guard: createHostGuard(deps),
      ownName: mailHostOf(config, await publicUrl.find()),
    })
    for (const problem of problems) log.warn({ ...(reply !== null && { reply }) }, problem)
  } catch (error) {
    log.warn({ err: error }, 'the name and the addresses of this server could not be checked')
  }
}
