import type { Config } from '../../../config.ts'
import { providerOfHost } from './provider-metadata.ts'
import { isSesUrl } from '../../ses/ses-url.ts'
import { PROVIDERS } from './providers.values.ts'
import type { Provider } from './providers.values.ts'

/**
 * The provider behind MAIL_TRANSPORT: known by its scheme or by the host of its relay, or named (`?provider=sendgrid`) where the relay has
 * another name. Undefined for the inbox and for other relays.
 */
export function transportProvider({ MAIL_TRANSPORT }: Pick<Config, 'MAIL_TRANSPORT'>): Provider | undefined {
  if (isSesUrl(MAIL_TRANSPORT)) return 'ses'
  if (!MAIL_TRANSPORT.startsWith('smtp')) return undefined
  const url = new URL(MAIL_TRANSPORT)
  const named = PROVIDERS.find((one) => one === url.searchParams.get('provider'))
  return named ?? providerOfHost(url.hostname)
}
