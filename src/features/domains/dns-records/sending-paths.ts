// How email of a domain leaves, as far as its records depend on it. Receivers look for SPF, and report bounces, at the
// envelope sender: that is ours, unless the provider replaces it by one of its own.
import type { Config } from '../../../platform/config.ts'
import { transportProvider } from '../../../platform/email/feedback/providers/transport-provider.ts'
import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import { regionOfSesHost } from '../../../platform/email/ses/ses-url.ts'
import { hostOf, providerOf } from '../../transports/index.ts'
import type { TypedSettings } from '../../transports/index.ts'
import { relayAt, relayOf } from './spf-relay.ts'

export type SendingPaths = {
  /** The servers that send with our return path, which SPF must allow; null: this server, or one beside it. */
  relays: readonly (string | null)[]
  /** The providers that replace it. */
  replacedBy: readonly Provider[]
  /** The regions of Amazon SES, which can be given a return path at the domain. */
  sesRegions: readonly string[]
}

/** `transports`: those that send for the domain; without any, its email leaves by MAIL_TRANSPORT. */
export function sendingPathsOf(
  config: Pick<Config, 'MAIL_TRANSPORT'>,
  transports: readonly TypedSettings[],
): SendingPaths {
  const paths =
    transports.length === 0
      ? [{ relay: relayOf(config), provider: transportProvider(config) }]
      : transports.map((one) => ({ relay: relayOfTransport(one), provider: providerOf(one) }))
  const replaced = paths.flatMap(({ relay, provider }) =>
    isReplacing(provider) ? [{ relay, provider }] : [],
  )
  const regions = replaced.flatMap(({ relay, provider }) => {
    const region = provider === 'ses' && relay !== null ? regionOfSesHost(relay) : undefined
    return region ?? []
  })
  const kept = paths.filter(({ provider }) => !isReplacing(provider))
  return {
    relays: [...new Set(kept.map(({ relay }) => relay))],
    replacedBy: [...new Set(replaced.map(({ provider }) => provider))],
    sesRegions: [...new Set(regions)],
  }
}

function relayOfTransport(transport: TypedSettings): string | null {
  const host = hostOf(transport)
  return host === undefined ? null : relayAt(host)
}

/** All providers whose reports are understood do; one of which nothing is known may not. */
const isReplacing = (provider: Provider | undefined): provider is Provider =>
  provider !== undefined && provider !== 'custom'
