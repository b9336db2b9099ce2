import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import { transportProvider } from './transport-provider.ts'

/** The provider of the transport, if it reports bounces and no report has ever arrived. */
export async function findSilentProvider(
  db: Db,
  config: Pick<Config, 'MAIL_TRANSPORT'>,
): Promise<Provider | undefined> {
  const provider = transportProvider(config)
  if (provider === undefined) return undefined
  const heard = await db
    .selectFrom('feedback_doors')
    .select('id')
    .where('last_report_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return heard ? undefined : provider
}
