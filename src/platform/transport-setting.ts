// The values of MAIL_TRANSPORT. delivery/transports interprets them.
import { z } from 'zod'
import { PROVIDERS } from './email/feedback/providers/providers.values.ts'
import { isSesUrl, problemOfSesUrl } from './email/ses/ses-url.ts'

export const mailTransport = z
  .string()
  // mx: is accepted so that a start can say that this version does not support it.
  .regex(/^(inbox:|mx:|(?:smtps?|ses):\/\/\S+)$/, {
    error: 'must be inbox:, smtp://user:pass@host:587, smtps://user:pass@host:465 or ses://region',
    abort: true,
  })
  .refine((text) => !text.startsWith('smtp') || isRelayUrl(text), {
    error:
      'must be a URL such as smtp://user:pass@host:587; write @, : and % of a password as %40, %3A and %25',
    abort: true,
  })
  .superRefine((text, context) => {
    const problem = isSesUrl(text) ? problemOfSesUrl(text) : undefined
    const problems = problem === undefined ? problemsOfOptions(text) : [problem]
    for (const message of problems) context.addIssue({ code: 'custom', message })
  })

type Options = Record<string, { words: string; isValid: (value: string) => boolean }>

const oneOf = (values: readonly string[]) => ({
  words: values.join(' or '),
  isValid: (value: string) => values.includes(value),
})

const RELAY_OPTIONS: Options = {
  tls: oneOf(['required']),
  verify: oneOf(['true', 'false']),
  sign: oneOf(['true', 'false']),
  provider: oneOf(PROVIDERS),
}

const SES_OPTIONS: Options = {
  sign: oneOf(['true', 'false']),
  'configuration-set': { words: 'NAME', isValid: (value) => /^[\w-]{1,64}$/.test(value) },
  endpoint: { words: 'https://HOST', isValid: isEndpoint },
}

/** A misspelt option would silently send email differently, for example without TLS. */
function problemsOfOptions(text: string): string[] {
  const options = isSesUrl(text) ? SES_OPTIONS : text.startsWith('smtp') ? RELAY_OPTIONS : undefined
  if (options === undefined) return []
  const { searchParams, hash } = new URL(text)
  const valid = Object.entries(options).map(([name, { words }]) => `${name}=${words}`)
  const problems = [...new Set(searchParams.keys())].flatMap((name) => {
    const values = searchParams.getAll(name)
    const isKnown = options[name]?.isValid(values[0] ?? '') === true && values.length === 1
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

const THIS_MACHINE = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Only a server on this machine is reached without TLS. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, username } = new URL(text)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname))
  return isSecure && pathname === '/' && search === '' && username === ''
}

/** Whether MAIL_TRANSPORT takes its credentials from the settings that the tools of AWS use. */
export const needsAwsCredentials = (text: string): boolean =>
  isSesUrl(text) && problemOfSesUrl(text) === undefined && new URL(text).username === ''
