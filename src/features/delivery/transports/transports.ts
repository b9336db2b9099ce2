import type { Config } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { createSmtpTransport } from '../../../platform/email/smtp/smtp-transport.ts'
import type { SmtpServer } from '../../../platform/email/smtp/smtp-session.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import { isThisMachine, mailHostOf } from '../../../platform/public-url.ts'
import type { PublicUrl } from '../../../platform/public-url.ts'
import { createInboxTransport } from './inbox-transport.ts'

const DEFAULT_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

type Parts = Pick<Deps, 'config' | 'publicUrl' | 'database' | 'clock' | 'log'>

/** The transport of MAIL_TRANSPORT. @throws if this version does not support it */
export function createTransport(
  { config, publicUrl, database, clock, log }: Parts,
  limit: ConnectionLimit = createConnectionLimit({ most: config.MAIL_CONNECTIONS }),
): Transport {
  const [scheme = ''] = config.MAIL_TRANSPORT.split(':', 1)
  if (scheme === 'inbox') return createInboxTransport({ db: database.db, clock, limit })
  if (scheme === 'smtp' || scheme === 'smtps') {
    const onUnencrypted = (reason: string) =>
      log.warn({ reason }, 'the relay offers TLS, but it fails: email goes to the relay unencrypted')
    return createSmtpTransport(smtpServer(config, publicUrl), { limit, onUnencrypted })
  }
  throw new Error(
    `MAIL_TRANSPORT=${config.MAIL_TRANSPORT} is not available in this version. Use inbox: or a relay, for example smtp://user:pass@host:587.`,
  )
}

/**
 * smtp://user:password@host:port. A password is never sent unencrypted: with one, STARTTLS and a valid certificate are
 * required, except on this machine. `?tls=required` requires the same of a relay without a password, `?verify=false`
 * accepts any certificate.
 */
export function smtpServer(config: Config, publicUrl: PublicUrl): SmtpServer {
  const url = new URL(config.MAIL_TRANSPORT)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const hasPassword = url.username !== ''
  const mustSecure = url.searchParams.get('tls') === 'required' || (hasPassword && !isThisMachine(host))
  return {
    host,
    port: url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 587) : Number(url.port),
    security: url.protocol === 'smtps:' ? 'implicit' : mustSecure ? 'required' : 'opportunistic',
    ...(hasPassword && {
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    }),
    // Read when an email is handed over: the public URL may not be known before.
    get hostname() {
      return mailHostOf(config, publicUrl.last())
    },
    // Without required TLS, an untrusted certificate is still better than none.
    isCertificateChecked:
      url.searchParams.get('verify') !== 'false' && (url.protocol === 'smtps:' || mustSecure),
  }
}

/** `?sign=false`: the relay signs, as services do that hold the DKIM keys. */
export const isSigning = ({ MAIL_TRANSPORT }: Pick<Config, 'MAIL_TRANSPORT'>): boolean =>
  !MAIL_TRANSPORT.startsWith('smtp') || new URL(MAIL_TRANSPORT).searchParams.get('sign') !== 'false'
