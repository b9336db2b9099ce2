import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { checkSendingHost } from '../../../platform/email/mx/sending-host-check.ts'
import type { HostGuard } from '../../../platform/outgoing/host-guard.ts'
import { mailHostOf } from '../../../platform/public-url.ts'
import type { TransportOf } from '../transports.queries.ts'
import type { TransportTest } from '../transports.schema.ts'
import { NOT_ALLOWED } from './mx-settings.ts'

export type MxTestTools = Pick<Deps, 'config' | 'publicUrl' | 'dns'> & { guard: HostGuard }

/** Whether receivers would take email from this server, as far as its name, its addresses and its network decide it. */
export async function testMxTransport(
  { settings }: TransportOf<'mx'>,
  { config, publicUrl, dns, guard }: MxTestTools,
): Promise<z.infer<typeof TransportTest>> {
  if (!config.ALLOW_PROJECT_MX) return { ok: false, message: NOT_ALLOWED, reply: null }
  const ownName = mailHostOf(config, await publicUrl.find())
  const { problems, reply } = await checkSendingHost({ ...settings, dns, guard, ownName })
  const message =
    problems.length === 0
      ? `${ownName} and its addresses fit, and mail servers can be reached.`
      : problems.join(' ')
  return { ok: problems.length === 0, message, reply }
}
