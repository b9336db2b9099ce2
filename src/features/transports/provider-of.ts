import { providerOfHost } from '../../platform/email/feedback/providers/provider-metadata.ts'
import type { Provider } from '../../platform/email/feedback/providers/providers.values.ts'
import { settingsOf } from './transports.queries.ts'
import type { TransportRow } from './transports.queries.ts'

/** The provider behind a transport: the one that its settings name, or the one with such a host. */
export function providerOf(row: TransportRow): Provider | undefined {
  const { provider, host } = settingsOf(row)
  return provider ?? providerOfHost(host)
}
