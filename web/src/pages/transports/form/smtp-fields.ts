// The fields of a relay as texts, and the settings that they become.
import type { z } from 'zod'
import type {
  SmtpSettings,
  SmtpSettingsCreate,
  SmtpSettingsPatch,
} from '../../../../../src/features/transports/smtp/smtp-settings.schema.ts'
import type { TlsMode } from '../../../../../src/features/transports/transports.values.ts'
import { changes, numberOf } from './field-values.ts'
import { oauthFieldsOf, oauthOf } from './oauth-fields.ts'
import type { OAuthFields } from './oauth-fields.ts'

type Settings = z.infer<typeof SmtpSettings>
export type Provider = NonNullable<Settings['provider']>

export type SmtpFields = {
  host: string
  port: string
  tls: TlsMode
  user: string
  signIn: 'password' | 'oauth2'
  /** Empty: the stored one stays. */
  password: string
  oauth2: OAuthFields
  verifyCertificate: boolean
  sign: boolean
  /** auto: the one that the host belongs to. */
  provider: Provider | 'auto'
}

const SUBMISSION_PORT = '587'
const IMPLICIT_PORT = '465'

export const NEW_SMTP: SmtpFields = {
  host: '',
  port: SUBMISSION_PORT,
  tls: 'required',
  user: '',
  signIn: 'password',
  password: '',
  oauth2: oauthFieldsOf(null),
  verifyCertificate: true,
  sign: true,
  provider: 'auto',
}

export const smtpFieldsOf = (settings: Settings): SmtpFields => {
  const { host, port, tls, user, oauth2, verifyCertificate, sign, provider } = settings
  return {
    host,
    port: String(port),
    tls,
    user: user ?? '',
    signIn: oauth2 === null ? 'password' : 'oauth2',
    password: '',
    oauth2: oauthFieldsOf(oauth2),
    verifyCertificate,
    sign,
    provider: provider ?? 'auto',
  }
}

/** The usual ports belong to a kind of encryption: changing one changes the other. */
export function withPort(fields: SmtpFields, port: string): SmtpFields {
  if (port === IMPLICIT_PORT) return { ...fields, port, tls: 'implicit' }
  const isUsual = port === SUBMISSION_PORT && fields.tls === 'implicit'
  return { ...fields, port, ...(isUsual && { tls: 'required' }) }
}

export function withTls(fields: SmtpFields, tls: TlsMode): SmtpFields {
  if (tls === 'implicit' && fields.port === SUBMISSION_PORT) return { ...fields, tls, port: IMPLICIT_PORT }
  if (tls !== 'implicit' && fields.port === IMPLICIT_PORT) return { ...fields, tls, port: SUBMISSION_PORT }
  return { ...fields, tls }
}

const settingsOf = ({ host, port, tls, user, verifyCertificate, sign, provider }: SmtpFields) => ({
  host: host.trim(),
  port: numberOf(port),
  tls,
  user: user.trim() || null,
  verifyCertificate,
  sign,
  provider: provider === 'auto' ? null : provider,
})

export const newSmtpSettings = (fields: SmtpFields): z.input<typeof SmtpSettingsCreate> => ({
  ...settingsOf(fields),
  ...(fields.signIn === 'oauth2'
    ? { oauth2: oauthOf(fields.oauth2) }
    : { password: fields.password || null }),
})

/** Only changed fields. */
export const changedSmtpSettings = (
  fields: SmtpFields,
  first: SmtpFields,
): z.input<typeof SmtpSettingsPatch> =>
  // The schema refuses an emptied number.
  ({ ...changes(settingsOf(fields), settingsOf(first)), ...changedSignIn(fields, first) }) as z.input<
    typeof SmtpSettingsPatch
  >

function changedSignIn(fields: SmtpFields, first: SmtpFields): z.input<typeof SmtpSettingsPatch> {
  if (fields.signIn === 'oauth2') {
    const isChanged = JSON.stringify(fields.oauth2) !== JSON.stringify(first.oauth2)
    // Its secrets are sent with the rest: the schema asks for them.
    const isSent = isChanged || first.signIn === 'password' || needsSecrets(fields, first)
    return isSent ? { oauth2: oauthOf(fields.oauth2) } : {}
  }
  return {
    ...(first.signIn === 'oauth2' && { oauth2: null }),
    ...(fields.password !== '' && { password: fields.password }),
  }
}

/** The server sends stored secrets only where their owner meant them to go, and these decide where that is. */
const BOUND_TO_SECRETS = ['host', 'port', 'tls', 'user', 'verifyCertificate'] as const

/** Whether the stored password, or the secrets of OAuth 2, have to be given again. */
export const needsSecrets = (fields: SmtpFields, first: SmtpFields): boolean =>
  first.user !== '' &&
  fields.user.trim() !== '' &&
  BOUND_TO_SECRETS.some((name) => fields[name] !== first[name])
