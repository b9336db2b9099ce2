// The values of MAIL_TRANSPORT. delivery/transports interprets them.
import { z } from 'zod'
import { PROVIDERS } from './email/feedback/providers/providers.values.ts'

export const mailTransport = z
  .string()
  // mx: and ses: are accepted so that a start can say that this version does not support them.
  .regex(/^(inbox:|mx:|smtps?:\/\/\S+|ses:\/\/[a-z0-9-]+)$/, {
    error: 'must be inbox:, smtp://user:pass@host:587 or smtps://user:pass@host:465',
    abort: true,
  })
  .refine((text) => !text.startsWith('smtp') || isRelayUrl(text), {
    error:
      'must be a URL such as smtp://user:pass@host:587; write @, : and % of a password as %40, %3A and %25',
    abort: true,
  })
  .superRefine((text, context) => {
    for (const message of problemsOfOptions(text)) context.addIssue({ code: 'custom', message })
  })

const TRANSPORT_OPTIONS: Record<string, readonly string[]> = {
  tls: ['required'],
  verify: ['true', 'false'],
  sign: ['true', 'false'],
  provider: PROVIDERS,
}

/** A misspelt option would silently send email differently, for example without TLS. */
function problemsOfOptions(text: string): string[] {
  if (!text.startsWith('smtp')) return []
  const { searchParams, hash } = new URL(text)
  const valid = Object.entries(TRANSPORT_OPTIONS).map(([name, values]) => `${name}=${values.join(' or ')}`)
  const problems = [...new Set(searchParams.keys())].flatMap((name) => {
    const values = searchParams.getAll(name)
    const isKnown = TRANSPORT_OPTIONS[name]?.includes(values[0] ?? '') && values.length === 1
    return isKnown ? [] : [`?${name}=${values.join(`&${name}=`)}`]
  })
  if (hash !== '') problems.push(hash)
  return problems.map((one) => `has no option ${one}; the valid options are ${valid.join(', ')}`)
}

function isRelayUrl(text: string): boolean {
  try {
    const { hostname, username, password, pathname } = new URL(text)
    return hostname !== '' && /^\/?$/.test(pathname) && decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}
