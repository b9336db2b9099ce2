import type { Config } from '../../platform/config.ts'
import { TRANSPORT_RECORD } from '../../platform/email/smtp/connection-problem.ts'
import type { SmtpServer } from '../../platform/email/smtp/smtp-session.ts'
import { ConnectionLostError } from '../../platform/email/smtp/smtp-replies.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { HostGuard } from '../../platform/outgoing/host-guard.ts'
import { mailHostOf } from '../../platform/public-url.ts'
import type { PublicUrl } from '../../platform/public-url.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { openPassword } from './transport-settings.ts'
import { settingsOf } from './transports.queries.ts'
import type { TransportRow } from './transports.queries.ts'

export type SmtpServerTools = { config: Config; publicUrl: PublicUrl; secrets: Secrets; guard: HostGuard }

/** The server of a transport. Its host is resolved and checked at every connection. */
export function smtpServerOf(
  row: TransportRow,
  { config, publicUrl, secrets, guard }: SmtpServerTools,
): SmtpServer {
  const { host, port, tls, user, verifyCertificate } = settingsOf(row)
  const ref = { projectId: row.project_id as ProjectId, transportId: row.id }
  return {
    host,
    port,
    security: tls,
    ...(user !== null && row.password && { user, password: openPassword(secrets, ref, row.password) }),
    // Read when an email is handed over: the public URL may not be known before.
    get hostname() {
      return mailHostOf(config, publicUrl.last())
    },
    // Without required TLS, an untrusted certificate is still better than none.
    isCertificateChecked: verifyCertificate && tls !== 'opportunistic',
    async findAddresses() {
      const found = await guard(host)
      if (found.status === 'good') return found.addresses
      throw new ConnectionLostError(found.status === 'refused' ? `${host} ${found.reason}` : found.reason)
    },
    settingsIn: TRANSPORT_RECORD,
  }
}
