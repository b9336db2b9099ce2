// The settings of a transport: defaults, rules across fields, and what is stored encrypted.
import type { z } from 'zod'
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId, TransportId } from '../../platform/ids.ts'
import { normalizeHost } from '../../platform/outgoing/target.ts'
import type { Binding, Secrets } from '../../platform/secrets/secrets.ts'
import type { SmtpSettings, SmtpSettingsCreate, TransportPatch } from './transports.schema.ts'

/** As stored, without the password. */
export type StoredSettings = Omit<z.infer<typeof SmtpSettings>, 'hasPassword'>
type SettingsInput = z.output<typeof SmtpSettingsCreate>
type SettingsPatch = NonNullable<z.output<typeof TransportPatch>['settings']>

const IMPLICIT_PORT = 465
const SUBMISSION_PORT = 587

/** @throws AppError VALIDATION_ERROR */
export function readSettings(input: SettingsInput): StoredSettings {
  const tls = input.tls ?? (input.port === IMPLICIT_PORT ? 'implicit' : 'required')
  const settings = {
    host: readHost(input.host),
    port: input.port ?? (tls === 'implicit' ? IMPLICIT_PORT : SUBMISSION_PORT),
    tls,
    user: input.user ?? null,
    verifyCertificate: input.verifyCertificate ?? true,
    sign: input.sign ?? true,
    provider: input.provider ?? null,
  }
  requireConsistent(settings, { hasPassword: typeof input.password === 'string' })
  return settings
}

function readHost(text: string): string {
  const host = normalizeHost(text)
  if (host !== undefined) return host
  throw invalidSettings(
    'host',
    'must be a host name such as smtp.example.com, or an IP address, without a port',
  )
}

/** A password is never sent unencrypted. */
function requireConsistent({ user, tls }: StoredSettings, { hasPassword }: { hasPassword: boolean }): void {
  if (user !== null && !hasPassword) throw invalidSettings('password', 'is required with a user')
  if (user === null && hasPassword) throw invalidSettings('user', 'is required with a password')
  if (hasPassword && tls === 'opportunistic') {
    throw invalidSettings(
      'tls',
      'must be implicit or required with a password, which is never sent unencrypted',
    )
  }
}

/** The password is sent only where its owner meant it to go: nobody can learn it by changing these. */
const BOUND_TO_PASSWORD = ['host', 'port', 'tls', 'user', 'verifyCertificate'] as const

type StoredState = { settings: StoredSettings; hasPassword: boolean }

/** The settings after a change. @throws AppError VALIDATION_ERROR */
export function changeSettings({ settings, hasPassword }: StoredState, patch: SettingsPatch): StoredState {
  const { password, ...fields } = patch
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const changed: StoredSettings = { ...settings, ...given }
  changed.host = patch.host === undefined ? settings.host : readHost(patch.host)
  const isElsewhere = BOUND_TO_PASSWORD.some((name) => changed[name] !== settings[name])
  if (hasPassword && isElsewhere && password === undefined && changed.user !== null) {
    throw invalidSettings('password', `must be given again when ${BOUND_TO_PASSWORD.join(', ')} change`)
  }
  const hasOne = password !== undefined || (hasPassword && changed.user !== null)
  requireConsistent(changed, { hasPassword: hasOne })
  return { settings: changed, hasPassword: hasOne }
}

export const invalidSettings = (
  field: string,
  message: string,
  code: FieldProblem['code'] = 'invalid_string',
) => invalidFields({ field: `settings.${field}`, message, code })

type TransportRef = { projectId: ProjectId; transportId: TransportId }

export const sealPassword = (secrets: Secrets, ref: TransportRef, password: string): Buffer =>
  secrets.encrypt(Buffer.from(password), bindingOf(ref))

export const openPassword = (secrets: Secrets, ref: TransportRef, sealed: Buffer): string =>
  secrets.decrypt(sealed, bindingOf(ref)).toString()

const bindingOf = ({ projectId, transportId }: TransportRef): Binding => ({
  purpose: 'transport',
  record: `${projectId} ${transportId}`,
})
