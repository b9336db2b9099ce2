import type { ProjectId, TransportId } from '../../platform/ids.ts'
import type { Binding, Secrets } from '../../platform/secrets/secrets.ts'
import type { SesSecrets } from './ses/ses-settings.ts'
import type { SmtpSecrets } from './smtp/smtp-settings.ts'

/** Stored encrypted. */
export type TransportSecrets = SmtpSecrets | SesSecrets

type TransportRef = { projectId: ProjectId; transportId: TransportId }

/** Null if there are none. */
export const sealSecrets = (
  cipher: Secrets,
  ref: TransportRef,
  secrets: TransportSecrets | undefined,
): Buffer | null =>
  secrets === undefined ? null : cipher.encrypt(Buffer.from(JSON.stringify(secrets)), transportBinding(ref))

export const openSecrets = (cipher: Secrets, ref: TransportRef, sealed: Buffer): TransportSecrets =>
  JSON.parse(cipher.decrypt(sealed, transportBinding(ref)).toString()) as TransportSecrets

export const transportBinding = ({ projectId, transportId }: TransportRef): Binding => ({
  purpose: 'transport',
  record: `${projectId} ${transportId}`,
})
