import type { Deps } from '../../../platform/deps.ts'
import { TRANSPORT_RECORD } from '../../../platform/email/smtp/connection-problem.ts'
import { ConnectionLostError } from '../../../platform/email/smtp/smtp-replies.ts'
import type { SmtpServer } from '../../../platform/email/smtp/smtp-session.ts'
import type { HostGuard } from '../../../platform/outgoing/host-guard.ts'
import { mailHostOf } from '../../../platform/public-url.ts'
import { createAccessTokens } from './access-token.service.ts'
import { openSecrets, sealSecrets } from './smtp-settings.ts'
import { settingsOf, storeSecrets } from '../transports.queries.ts'
import type { TransportRef, TransportRow } from '../transports.queries.ts'

export type SmtpServerTools = Pick<
  Deps,
  'config' | 'publicUrl' | 'secrets' | 'http' | 'clock' | 'database'
> & { guard: HostGuard }

/** The server of a transport. Its host is resolved and checked at every connection. */
export function smtpServerOf(row: TransportRow, tools: SmtpServerTools): SmtpServer {
  const { host, port, tls, user, verifyCertificate } = settingsOf(row)
  const { config, publicUrl, guard } = tools
  return {
    host,
    port,
    security: tls,
    ...(user !== null && { user, ...signInOf(row, tools) }),
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

function signInOf(
  row: TransportRow,
  tools: SmtpServerTools,
): Pick<SmtpServer, 'password' | 'findAccessToken'> {
  const ref: TransportRef = { projectId: row.project_id, transportId: row.id }
  const { oauth2 } = settingsOf(row)
  const secrets = row.secrets ? openSecrets(tools.secrets, ref, row.secrets) : undefined
  if (secrets === undefined) return {}
  if ('password' in secrets) return secrets
  if (oauth2 === null) return {}
  const onRefreshToken = (refreshToken: string) => {
    const sealed = sealSecrets(tools.secrets, ref, { ...secrets, refreshToken })
    return storeSecrets(tools.database.db, { ...ref, secrets: sealed, updatedAt: row.updated_at })
  }
  return { findAccessToken: createAccessTokens({ ...oauth2, ...secrets }, { ...tools, onRefreshToken }) }
}
