// Explains to an operator why there is no connection to a mail server and what to do. Node and OpenSSL say "getaddrinfo
// ENOTFOUND" or "wrong version number"; the cause is often a wrong port or a missing option.

export type SmtpEndpoint = {
  host: string
  port: number
  security: 'implicit' | 'required' | 'opportunistic' | 'none'
}

const VERIFY_OFF = 'or add ?verify=false to MAIL_TRANSPORT to accept any certificate'

const UNTRUSTED = ({ host }: SmtpEndpoint): string =>
  `the certificate of ${host} is not from an authority that this server trusts; add the authority to the trusted ones (NODE_EXTRA_CA_CERTS), ${VERIFY_OFF}`

const NO_ROUTE = ({ host, port }: SmtpEndpoint): string =>
  `this server has no network route to ${host}:${port}; check the network and the host in MAIL_TRANSPORT`

export const closedByServer = ({ host, port }: SmtpEndpoint): string =>
  `${host}:${port} closed the connection; it may not allow connections from this server, or the port in MAIL_TRANSPORT is not one for email`

/** By error code of Node or OpenSSL. */
const EXPLANATIONS: Record<string, (to: SmtpEndpoint, error: Error) => string> = {
  ENOTFOUND: ({ host }) =>
    `the host name ${host} does not exist in DNS; check the spelling of the host in MAIL_TRANSPORT`,
  EAI_AGAIN: ({ host }) =>
    `DNS gave no answer for the host name ${host}; check that the DNS servers of this machine can be reached`,
  ECONNREFUSED: ({ host, port }) =>
    `nothing accepts connections at ${host}:${port}; check that the mail server runs and that the port in MAIL_TRANSPORT is right (usually 587 or 25 with smtp://, 465 with smtps://)`,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: (to) => connectTimeout(to, undefined),
  ECONNRESET: closedByServer,
  EPIPE: closedByServer,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: ({ host }) =>
    `the certificate of ${host} has expired; renew it on the mail server, ${VERIFY_OFF}`,
  CERT_NOT_YET_VALID: ({ host }) =>
    `the certificate of ${host} is not valid yet; check the clocks of both servers, ${VERIFY_OFF}`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }, error) =>
    `the certificate is not for the name ${host}${otherNames(error)}; use a name that is in the certificate as the host in MAIL_TRANSPORT, ${VERIFY_OFF}`,
}

export function explainSocketError(error: Error, to: SmtpEndpoint): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const explain = EXPLANATIONS[code]
  if (explain) return explain(to, error)
  if (isTlsError(code, error)) return noTls(to, error)
  return `the connection to ${to.host}:${to.port} failed: ${error.message || error.name}`
}

/** For a connection that timed out. */
export function connectTimeout({ host, port }: SmtpEndpoint, timeoutMs: number | undefined): string {
  const time = timeoutMs === undefined ? '' : ` within ${timeoutMs / 1000} s`
  return `no connection to ${host}:${port}${time}; a firewall may block the port (many hosting providers block port 25), or the port in MAIL_TRANSPORT is wrong`
}

export const tlsTimeout = ({ host, port }: SmtpEndpoint, timeoutMs: number): string =>
  `no TLS with ${host}:${port} within ${timeoutMs / 1000} s; check that the port in MAIL_TRANSPORT is one for email, and the TLS settings of the mail server`

/** Connected, but no greeting came. */
export const noGreeting = ({ host, port }: SmtpEndpoint, timeoutMs: number): string =>
  `${host}:${port} accepted the connection but sent no greeting within ${timeoutMs / 1000} s; if this port expects TLS from the first byte, use smtps:// instead of smtp://`

export const noStartTls = ({ host, port }: SmtpEndpoint): string =>
  `${host}:${port} offers no encryption (STARTTLS), which a password or ?tls=required asks for; use a port that does, usually 587, or smtps:// with 465`

const isTlsError = (code: string, error: Error): boolean =>
  code === 'EPROTO' || code.startsWith('ERR_SSL') || /SSL routines|TLS/.test(error.message)

function noTls({ host, port, security }: SmtpEndpoint, error: Error): string {
  if (security === 'implicit') {
    return `${host}:${port} does not answer with TLS; use smtp:// for this port, or smtps:// with a port that expects TLS from the first byte, usually 465`
  }
  return `${host}:${port} offers TLS, but it could not be agreed on (${shortReason(error)}); check the TLS settings of the mail server`
}

/** "…:SSL routines:tls_process:unsupported protocol:../file.c:123:" has its reason before the file. */
const shortReason = ({ message }: Error): string =>
  /SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message.slice(0, LONGEST_REASON)

const LONGEST_REASON = 200

/** The names in the certificate, where the error lists them. */
function otherNames(error: Error): string {
  const names = /altnames?: .*? is not in the cert's altnames: (.+)$/.exec(error.message)?.[1]
  return names === undefined ? '' : ` but for ${names.slice(0, LONGEST_REASON)}`
}
