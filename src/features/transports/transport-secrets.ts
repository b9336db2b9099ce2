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
  secrets === undefined ? null : cipher.encrypt(Buffer.from(JSON.stringify(secrets)), bindingOf(ref))

export const openSecrets = (cipher: Secrets, ref: TransportRef, sealed: Buffer): TransportSecrets =>
  JSON.parse(cipher.decrypt(sealed, bindingOf(ref)).toString()) as TransportSecrets

const bindingOf = ({ projectId, transportId }: TransportRef): Binding => ({
  purpose: 'transport',
  record: `${projectId} ${transportId}`,
})
