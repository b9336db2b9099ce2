// The fields of the form of a transport as texts, and the bodies of the calls that they become.
import type { z } from 'zod'
import type {
  TransportCreate,
  TransportPatch,
} from '../../../../src/features/transports/transports.schema.ts'
import type { TlsMode } from '../../../../src/features/transports/transports.values.ts'
import type { Transport } from '../../api/transports.ts'

type Provider = NonNullable<Transport['settings']['provider']>

export type TransportFields = {
  name: string
  host: string
  port: string
  tls: TlsMode
  user: string
  /** Empty: the stored one stays. */
  password: string
  /** Signs in with OAuth 2, which the API sets; a password replaces it. */
  isOAuth: boolean
  isDefault: boolean
  verifyCertificate: boolean
  sign: boolean
  /** auto: the one that the host belongs to. */
  provider: Provider | 'auto'
  ratePerSecond: string
  maxConnections: string
}

const SUBMISSION_PORT = '587'
const IMPLICIT_PORT = '465'

export const NEW_TRANSPORT: TransportFields = {
  name: '',
  host: '',
  port: SUBMISSION_PORT,
  tls: 'required',
  user: '',
  password: '',
  isOAuth: false,
  isDefault: false,
  verifyCertificate: true,
  sign: true,
  provider: 'auto',
  ratePerSecond: '',
  maxConnections: '',
}

export function fieldsOf({
  name,
  settings,
  isDefault,
  ratePerSecond,
  maxConnections,
}: Transport): TransportFields {
  const { host, port, tls, user, verifyCertificate, sign, provider } = settings
  return {
    name,
    host,
    port: String(port),
    tls,
    user: user ?? '',
    password: '',
    isOAuth: settings.oauth2 !== null,
    isDefault,
    verifyCertificate,
    sign,
    provider: provider ?? 'auto',
    ratePerSecond: String(ratePerSecond),
    maxConnections: String(maxConnections),
  }
}

/** The usual ports belong to a kind of encryption: changing one changes the other. */
export function withPort(fields: TransportFields, port: string): TransportFields {
  if (port === IMPLICIT_PORT) return { ...fields, port, tls: 'implicit' }
  const isUsual = port === SUBMISSION_PORT && fields.tls === 'implicit'
  return { ...fields, port, ...(isUsual && { tls: 'required' }) }
}

export function withTls(fields: TransportFields, tls: TlsMode): TransportFields {
  if (tls === 'implicit' && fields.port === SUBMISSION_PORT) return { ...fields, tls, port: IMPLICIT_PORT }
  if (tls !== 'implicit' && fields.port === IMPLICIT_PORT) return { ...fields, tls, port: SUBMISSION_PORT }
  return { ...fields, tls }
}

/** Null: the default of the server. */
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const settingsOf = ({ host, port, tls, user, verifyCertificate, sign, provider }: TransportFields) => ({
  host: host.trim(),
  port: numberOf(port),
  tls,
  user: user.trim() || null,
  verifyCertificate,
  sign,
  provider: provider === 'auto' ? null : provider,
})

const bodyOf = (fields: TransportFields) => ({
  name: fields.name.trim(),
  ratePerSecond: numberOf(fields.ratePerSecond),
  maxConnections: numberOf(fields.maxConnections),
  isDefault: fields.isDefault,
})

export const createBody = (fields: TransportFields): z.input<typeof TransportCreate> => ({
  ...bodyOf(fields),
  type: 'smtp',
  settings: { ...settingsOf(fields), password: fields.password || null },
})

/** Only changed fields: somebody else may be changing the rest. */
export function patchBody(fields: TransportFields, first: TransportFields): z.input<typeof TransportPatch> {
  const settings = {
    ...changes(settingsOf(fields), settingsOf(first)),
    ...(fields.password !== '' && { password: fields.password }),
  }
  const body = changes(bodyOf(fields), bodyOf(first))
  // The schema refuses an emptied number.
  return { ...body, ...(Object.keys(settings).length > 0 && { settings }) } as z.input<typeof TransportPatch>
}

const changes = <T extends object>(now: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof T]),
  ) as Partial<T>

/** The server sends the stored password only where its owner meant it to go, and these decide where that is. */
const BOUND_TO_PASSWORD = ['host', 'port', 'tls', 'user', 'verifyCertificate'] as const

/** Whether the stored password has to be given again. */
export const needsPassword = (fields: TransportFields, first: TransportFields): boolean =>
  first.user !== '' &&
  fields.user.trim() !== '' &&
  BOUND_TO_PASSWORD.some((name) => fields[name] !== first[name])
