import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import type { ProjectId, TransportId } from '../../../platform/ids.ts'
import { listRoutes, listTransportsOfRoutes, providerOf } from '../../transports/index.ts'
import { transportProvider } from '../../../platform/email/feedback/providers/transport-provider.ts'

/** `transportId`: the transport of a project; null: MAIL_TRANSPORT. */
export type SilentProvider = { provider: Provider; transportId: TransportId | null }

type SenderOfProject = { projectId: ProjectId; address: string; config: Pick<Config, 'MAIL_TRANSPORT'> }

/** The provider of the sender's first transport, if it reports bounces and no report has ever arrived. */
export async function findSilentProvider(
  db: Db,
  { projectId, address, config }: SenderOfProject,
): Promise<SilentProvider | undefined> {
  const domain = domainOfAddress(address)
  const [routeId] = await listRoutes(db, { projectId, domain })
  const [row] = routeId === undefined ? [] : await listTransportsOfRoutes(db, [routeId])
  const provider = row ? providerOf(row) : transportProvider(config)
  if (provider === undefined) return undefined
  const transportId = row?.id ?? null
  const heard = await db
    .selectFrom('feedback_doors')
    .select('id')
    .where('transport_id', transportId === null ? 'is' : '=', transportId)
    .where('last_report_at', 'is not', null)
    .executeTakeFirst()
  return heard ? undefined : { provider, transportId }
}
