import type { Deps } from '../../../platform/deps.ts'
import { TRANSPORT_RECORD } from '../../../platform/email/smtp/connection-problem.ts'
import type { SmtpServer } from '../../../platform/email/smtp/smtp-session.ts'
import type { HostGuard } from '../../../platform/outgoing/host-guard.ts'
import { mailHostOf } from '../../../platform/public-url.ts'
import { createAccessTokens } from './access-token.service.ts'
import { findAllowedAddresses } from '../allowed-addresses.ts'
import { openSecrets, sealSecrets } from '../transport-secrets.ts'
import { storeSecrets } from '../transports.queries.ts'
import type { TransportOf, TransportRef } from '../transports.queries.ts'

export type SmtpServerTools = Pick<
  Deps,
  'config' | 'publicUrl' | 'secrets' | 'http' | 'clock' | 'database'
> & { guard: HostGuard }

/** The server of a transport. Its host is resolved and checked at every connection. */
export function smtpServerOf(row: TransportOf<'smtp'>, tools: SmtpServerTools): SmtpServer {
  const { host, port, tls, user, verifyCertificate } = row.settings
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
    findAddresses: () => findAllowedAddresses(guard, host),
    settingsIn: TRANSPORT_RECORD,
  }
}

function signInOf(
  row: TransportOf<'smtp'>,
  tools: SmtpServerTools,
): Pick<SmtpServer, 'password' | 'findAccessToken'> {
  const ref: TransportRef = { projectId: row.project_id, transportId: row.id }
  const { oauth2 } = row.settings
  const secrets = row.secrets ? openSecrets(tools.secrets, ref, row.secrets) : undefined
  if (secrets === undefined) return {}
  if ('password' in secrets) return secrets
  if (oauth2 === null || !('clientSecret' in secrets)) return {}
  const onRefreshToken = (refreshToken: string) => {
    const sealed = sealSecrets(tools.secrets, ref, { ...secrets, refreshToken })
    return storeSecrets(tools.database.db, { ...ref, secrets: sealed, updatedAt: row.updated_at })
  }
  return { findAccessToken: createAccessTokens({ ...oauth2, ...secrets }, { ...tools, onRefreshToken }) }
}
