// The settings of a relay: defaults, rules across fields, and what is stored encrypted.
import type { z } from 'zod'
import { normalizeHost } from '../../../platform/outgoing/target.ts'
import { isThisMachine } from '../../../platform/public-url.ts'
import { invalidSettings } from '../settings-rules.ts'
import type { SettingsChange } from '../settings-rules.ts'
import type { SmtpSettings, SmtpSettingsCreate, SmtpSettingsPatch } from './smtp-settings.schema.ts'

/** As stored, without secrets. */
export type StoredSmtpSettings = Omit<z.infer<typeof SmtpSettings>, 'hasPassword'>
/** Stored encrypted. */
export type SmtpSecrets = { password: string } | { clientSecret: string; refreshToken: string | null }
type SettingsInput = z.output<typeof SmtpSettingsCreate>
type SignIn = Pick<SettingsInput, 'password' | 'oauth2'>

const IMPLICIT_PORT = 465
const SUBMISSION_PORT = 587

/** @throws AppError VALIDATION_ERROR */
export function readSmtpSettings(input: SettingsInput): {
  settings: StoredSmtpSettings
  secrets: SmtpSecrets | undefined
} {
  const tls = input.tls ?? (input.port === IMPLICIT_PORT ? 'implicit' : 'required')
  const settings = {
    host: readHost(input.host),
    port: input.port ?? (tls === 'implicit' ? IMPLICIT_PORT : SUBMISSION_PORT),
    tls,
    user: input.user ?? null,
    oauth2: shownOAuth(input),
    verifyCertificate: input.verifyCertificate ?? true,
    sign: input.sign ?? true,
    provider: input.provider ?? null,
  }
  const secrets = secretsOf(input)
  requireConsistent(settings, { hasSecrets: secrets !== undefined })
  return { settings, secrets }
}

function readHost(text: string): string {
  const host = normalizeHost(text)
  if (host !== undefined) return host
  throw invalidSettings(
    'host',
    'must be a host name such as smtp.example.com, or an IP address, without a port',
  )
}

function shownOAuth({ oauth2, password }: SignIn): StoredSmtpSettings['oauth2'] {
  if (!oauth2) return null
  if (typeof password === 'string') {
    throw invalidSettings('oauth2', 'cannot be combined with a password', 'custom')
  }
  const { tokenUrl, clientId, scope = null } = oauth2
  if (!isSecretSafe(tokenUrl)) throw invalidSettings('oauth2.tokenUrl', 'must be an https address')
  return { tokenUrl, clientId, scope }
}

/** Secrets travel encrypted, except on this machine. */
function isSecretSafe(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
}

function secretsOf({ password, oauth2 }: SignIn): SmtpSecrets | undefined {
  if (oauth2) return { clientSecret: oauth2.clientSecret, refreshToken: oauth2.refreshToken ?? null }
  return typeof password === 'string' ? { password } : undefined
}

/** A password is never sent unencrypted. */
function requireConsistent({ user, tls }: StoredSmtpSettings, { hasSecrets }: { hasSecrets: boolean }): void {
  if (user !== null && !hasSecrets) {
    throw invalidSettings('password', 'is required with a user, unless oauth2 is given')
  }
  if (user === null && hasSecrets) throw invalidSettings('user', 'is required with a password or oauth2')
  if (hasSecrets && tls === 'opportunistic') {
    throw invalidSettings(
      'tls',
      'must be implicit or required with a password, which is never sent unencrypted',
    )
  }
}

/** Secrets are sent only where their owner meant them to go: nobody can learn them by changing these. */
const BOUND_TO_SECRETS = ['host', 'port', 'tls', 'user', 'verifyCertificate'] as const

/** The settings after a change. @throws AppError VALIDATION_ERROR */
export function changeSmtpSettings(
  { settings, hasSecrets }: { settings: StoredSmtpSettings; hasSecrets: boolean },
  { password, oauth2, ...fields }: z.output<typeof SmtpSettingsPatch>,
): SettingsChange<StoredSmtpSettings, SmtpSecrets> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const changed: StoredSmtpSettings = { ...settings, ...given }
  changed.host = fields.host === undefined ? settings.host : readHost(fields.host)
  const isNew = typeof password === 'string' || Boolean(oauth2)
  const isForgotten = changed.user === null || (oauth2 === null && settings.oauth2 !== null)
  const isElsewhere = BOUND_TO_SECRETS.some((name) => changed[name] !== settings[name])
  if (hasSecrets && isElsewhere && !isNew && !isForgotten) {
    throw invalidSettings('password', `must be given again when ${BOUND_TO_SECRETS.join(', ')} change`)
  }
  if (isNew || isForgotten) changed.oauth2 = shownOAuth({ password, oauth2 })
  const secrets = isNew ? secretsOf({ password, oauth2 }) : isForgotten ? undefined : null
  requireConsistent(changed, { hasSecrets: secrets === null ? hasSecrets : secrets !== undefined })
  return { settings: changed, secrets }
}
