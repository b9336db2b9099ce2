// The values of MAIL_TRANSPORT. delivery/transports interprets them.
import { isIP } from 'node:net'
import { z } from 'zod'
import { PROVIDERS } from './email/feedback/providers/providers.values.ts'
import { isMxUrl, MX_LIMIT_OPTIONS } from './email/mx/mx-url.ts'
import { isConfigurationSet, isSesEndpoint, isSesUrl, problemOfSesUrl } from './email/ses/ses-url.ts'

export const mailTransport = z
  .string()
  .regex(/^(inbox:|mx:(?:\?\S*)?|(?:smtps?|ses):\/\/\S+)$/, {
    error: 'must be inbox:, smtp://user:pass@host:587, smtps://user:pass@host:465, ses://region or mx:',
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

/** `words`: undefined if another option of the list stands for it. */
type Options = Record<string, { words: string | undefined; isValid: (value: string) => boolean }>

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
  'configuration-set': { words: 'NAME', isValid: isConfigurationSet },
  endpoint: { words: 'https://HOST', isValid: isSesEndpoint },
}

const wholeNumber = (most: number) => ({
  words: 'NUMBER',
  isValid: (value: string) => /^[1-9]\d{0,6}$/.test(value) && Number(value) <= most,
})

const MX_LIMIT = wholeNumber(1_000_000)

const MX_OPTIONS: Options = {
  local: { words: 'IP,IP', isValid: (value) => value.split(',').every((one) => isIP(one) > 0) },
  'warm-up': oneOf(['true', 'false']),
  port: wholeNumber(65_535),
  ...Object.fromEntries(MX_LIMIT_OPTIONS.map((name) => [name, { ...MX_LIMIT, words: undefined }])),
  'google.connections': MX_LIMIT,
  'others.per-minute': MX_LIMIT,
}

/** A misspelt option would silently send email differently, for example without TLS. */
function problemsOfOptions(text: string): string[] {
  const options = optionsOf(text)
  if (options === undefined) return []
  const { searchParams, hash } = new URL(text)
  const valid = Object.entries(options).flatMap(([name, { words }]) =>
    words === undefined ? [] : [`${name}=${words}`],
  )
  const problems = [...new Set(searchParams.keys())].flatMap((name) => {
    const values = searchParams.getAll(name)
    const isKnown = options[name]?.isValid(values[0] ?? '') === true && values.length === 1
    return isKnown ? [] : [`?${name}=${values.join(`&${name}=`)}`]
  })
  if (hash !== '') problems.push(hash)
  return problems.map((one) => `has no option ${one}; the valid options are ${valid.join(', ')}`)
}

function optionsOf(text: string): Options | undefined {
  if (isSesUrl(text)) return SES_OPTIONS
  if (isMxUrl(text)) return MX_OPTIONS
  return text.startsWith('smtp') ? RELAY_OPTIONS : undefined
}

function isRelayUrl(text: string): boolean {
  try {
    const { hostname, username, password, pathname } = new URL(text)
    return hostname !== '' && /^\/?$/.test(pathname) && decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

/** Whether MAIL_TRANSPORT takes its credentials from the settings that the tools of AWS use. */
export const needsAwsCredentials = (text: string): boolean =>
  isSesUrl(text) && problemOfSesUrl(text) === undefined && new URL(text).username === ''
