// The addresses at which providers simulate what may become of an email, and report it as they report real emails.
import type { Provider } from '../../../../platform/email/feedback/providers/providers.values.ts'
import type { ProbeKind } from './probes.values.ts'

const SIMULATORS: Partial<Record<Provider, Partial<Record<ProbeKind, string>>>> = {
  ses: {
    delivered: 'success@simulator.amazonses.com',
    bounced: 'bounce@simulator.amazonses.com',
    complained: 'complaint@simulator.amazonses.com',
  },
  // A hard bounce would put the address on the suppression list of Postmark, and the next probe would not be sent.
  postmark: { bounced: 'softbounce@bounce-testing.postmarkapp.com' },
  resend: {
    delivered: 'delivered@resend.dev',
    bounced: 'bounced@resend.dev',
    complained: 'complained@resend.dev',
  },
  // Accepts all email, whatever the name in front.
  sparkpost: { delivered: 'feedback-test@example.com.sink.sparkpostmail.com' },
}

export type ProbeTarget = { kind: ProbeKind; address: string }

/**
 * The reports that can be proven for a provider. Without a simulator, a delivery can: of an email to a person. Undefined: that
 * needs the address of a person.
 */
export function probeTargetsOf(
  provider: Provider | null,
  person: string | undefined,
): readonly ProbeTarget[] | undefined {
  const simulators = (provider && SIMULATORS[provider]) ?? {}
  const { delivered = person, ...others } = simulators
  if (delivered === undefined) return undefined
  return Object.entries({ delivered, ...others }).map(([kind, address]) => ({
    kind: kind as ProbeKind,
    address,
  }))
}
