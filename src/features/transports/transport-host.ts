import { sesHost } from '../../platform/email/ses/ses-url.ts'
import type { TypedSettings } from './transport-settings.ts'

/** The host from whose addresses email leaves, which SPF has to allow; undefined: this server. */
export function hostOf({ type, settings }: TypedSettings): string | undefined {
  switch (type) {
    case 'smtp':
      return settings.host
    case 'ses':
      // The API and the relay of a region send from the same addresses.
      return sesHost(settings.region, 'email-smtp')
    case 'mx':
      return undefined
  }
}
