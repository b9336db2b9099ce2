import { hostOfUrl } from '../../../platform/addresses/url-host.ts'
import type { Config } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { createMailServers } from '../../../platform/email/mx/mail-servers.ts'
import { createSesTransport } from '../../../platform/email/ses/ses-transport.ts'
import type { SesServer } from '../../../platform/email/ses/ses-client.ts'
import { readSesUrl } from '../../../platform/email/ses/ses-url.ts'
import { createSmtpTransport } from '../../../platform/email/smtp/smtp-transport.ts'
import type { SmtpServer } from '../../../platform/email/smtp/smtp-session.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import { isThisMachine, mailHostOf } from '../../../platform/public-url.ts'
import type { PublicUrl } from '../../../platform/public-url.ts'
import { createSortingTransport } from './sorting-transport.ts'
import { createInboxTransport } from './inbox-transport.ts'

const DEFAULT_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

type Parts = Pick<Deps, 'config' | 'publicUrl' | 'database' | 'objects' | 'clock' | 'log' | 'dns'>

/** The transport of MAIL_TRANSPORT. Own delivery distributes its email among destinations (route-engines.service.ts). */
export function createTransport(
  { config, publicUrl, database, objects, clock, log, dns }: Parts,
  limit: ConnectionLimit = createConnectionLimit({ most: config.MAIL_CONNECTIONS }),
): Transport {
  const [scheme = ''] = config.MAIL_TRANSPORT.split(':', 1)
  if (scheme === 'inbox') return createInboxTransport({ db: database.db, clock, objects, limit })
  if (scheme === 'ses') return createSesTransport(sesServer(config), { clock, limit, ...warnOfQuota(log) })
  if (scheme === 'smtp' || scheme === 'smtps') {
    const onUnencrypted = (reason: string) =>
      log.warn({ reason }, 'the relay offers TLS, but it fails: email goes to the relay unencrypted')
    return createSmtpTransport(smtpServer(config, publicUrl), { limit, onUnencrypted })
  }
  return createSortingTransport({
    limit,
    findServers: createMailServers({ dns, clock, ownName: () => mailHostOf(config, publicUrl.last()) }),
  })
}

/**
 * smtp://user:password@host:port. A password is never sent unencrypted: with one, STARTTLS and a valid certificate are
 * required, except on this machine. `?tls=required` requires the same of a relay without a password, `?verify=false`
 * accepts any certificate.
 */
export function smtpServer(config: Config, publicUrl: PublicUrl): SmtpServer {
  const url = new URL(config.MAIL_TRANSPORT)
  const host = hostOfUrl(url)
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

/** @throws if there are no credentials, which the settings require */
export function sesServer(config: Config): SesServer {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, MAIL_TRANSPORT } = config
  const { credentials: inUrl, ...server } = readSesUrl(MAIL_TRANSPORT)
  if (inUrl) return { ...server, credentials: inUrl }
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    throw new Error('MAIL_TRANSPORT=ses://region needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  const sessionToken = AWS_SESSION_TOKEN
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken }
  return { ...server, credentials }
}

/** Once: a key without the permission for it never has it. */
export function warnOfQuota(
  log: Deps['log'],
  about: object = {},
): { onUnknownQuota: (reason: string) => void } {
  let isLogged = false
  return {
    onUnknownQuota(reason) {
      if (isLogged) return
      isLogged = true
      log.warn({ ...about, reason }, 'the quota of SES cannot be read: email is sent without it')
    },
  }
}

/** `?sign=false`: the relay signs, as services do that hold the DKIM keys. */
export const isSigning = ({ MAIL_TRANSPORT }: Pick<Config, 'MAIL_TRANSPORT'>): boolean =>
  new URL(MAIL_TRANSPORT).searchParams.get('sign') !== 'false'
