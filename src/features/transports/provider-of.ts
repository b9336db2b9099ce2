import { providerOfHost } from '../../platform/email/feedback/providers/provider-metadata.ts'
import type { Provider } from '../../platform/email/feedback/providers/providers.values.ts'
import type { TypedSettings } from './transport-settings.ts'

/** The provider behind a transport: that of its type, the one that its settings name, or the one with such a host. */
export function providerOf({ type, settings }: TypedSettings): Provider | undefined {
  switch (type) {
    case 'smtp':
      return settings.provider ?? providerOfHost(settings.host)
    case 'ses':
      return 'ses'
    case 'mx':
      return undefined
  }
}
