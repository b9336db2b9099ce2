import { isInbox } from '../../../platform/config.ts'
import type { Config } from '../../../platform/config.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import { providerOf } from '../../transports/index.ts'
import type { TransportRow } from '../../transports/index.ts'
import { transportProvider } from '../../../platform/email/feedback/providers/transport-provider.ts'
import { isSigning } from './transports.ts'

/** The properties of a transport that its emails depend on. */
export type TransportTraits = {
  /** Email stays on this machine. */
  isInbox: boolean
  /** False where the relay holds the DKIM keys. */
  isSigning: boolean
  provider: Provider | undefined
}

/** The traits of MAIL_TRANSPORT. */
export const instanceTraits = (config: Pick<Config, 'MAIL_TRANSPORT'>): TransportTraits => ({
  isInbox: isInbox(config),
  isSigning: isSigning(config),
  provider: transportProvider(config),
})

/** The traits of the transport of a project. */
export const traitsOfRecord = (row: TransportRow): TransportTraits => ({
  isInbox: false,
  // Own delivery has no relay that could sign.
  isSigning: row.type === 'mx' || row.settings.sign,
  provider: providerOf(row),
})
