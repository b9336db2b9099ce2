// Explains to an operator why there is no connection to a mail server and what to do. Node and OpenSSL say "getaddrinfo
// ENOTFOUND" or "wrong version number"; the cause is often a wrong port or a missing option.

export type SmtpEndpoint = {
  host: string
  port: number
  security: 'implicit' | 'required' | 'opportunistic' | 'none'
  settingsIn?: SettingsPlace | undefined
}

/** Where the settings of a server are, and what they are called there. */
export type SettingsPlace = {
  name: string
  verifyOff: string
  /** TLS from the first byte. */
  implicitTls: string
  startTls: string
  requiredTls: string
}

const MAIL_TRANSPORT: SettingsPlace = {
  name: 'MAIL_TRANSPORT',
  verifyOff: 'or add ?verify=false to MAIL_TRANSPORT to accept any certificate',
  implicitTls: 'smtps://',
  startTls: 'smtp://',
  requiredTls: 'a password or ?tls=required asks for',
}

/** The record of a project. */
export const TRANSPORT_RECORD: SettingsPlace = {
  name: 'the transport',
  verifyOff: 'or set verifyCertificate of the transport to false to accept any certificate',
  implicitTls: 'tls: "implicit"',
  startTls: 'tls: "required"',
  requiredTls: 'the transport requires',
}

const placeOf = ({ settingsIn = MAIL_TRANSPORT }: SmtpEndpoint): SettingsPlace => settingsIn

const UNTRUSTED = (to: SmtpEndpoint): string =>
  `the certificate of ${to.host} is not from an authority that this server trusts; add the authority to the trusted ones (NODE_EXTRA_CA_CERTS), ${placeOf(to).verifyOff}`

const NO_ROUTE = (to: SmtpEndpoint): string =>
  `this server has no network route to ${to.host}:${to.port}; check the network and the host in ${placeOf(to).name}`

export const closedByServer = (to: SmtpEndpoint): string =>
  `${to.host}:${to.port} closed the connection; it may not allow connections from this server, or the port in ${placeOf(to).name} is not one for email`

/** By error code of Node or OpenSSL. */
const EXPLANATIONS: Record<string, (to: SmtpEndpoint, error: Error) => string> = {
  ENOTFOUND: (to) =>
    `the host name ${to.host} does not exist in DNS; check the spelling of the host in ${placeOf(to).name}`,
  EAI_AGAIN: ({ host }) =>
    `DNS gave no answer for the host name ${host}; check that the DNS servers of this machine can be reached`,
  ECONNREFUSED: (to) =>
    `nothing accepts connections at ${to.host}:${to.port}; check that the mail server runs and that the port in ${placeOf(to).name} is right (usually 587 or 25 with ${placeOf(to).startTls}, 465 with ${placeOf(to).implicitTls})`,
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
  CERT_HAS_EXPIRED: (to) =>
    `the certificate of ${to.host} has expired; renew it on the mail server, ${placeOf(to).verifyOff}`,
  CERT_NOT_YET_VALID: (to) =>
    `the certificate of ${to.host} is not valid yet; check the clocks of both servers, ${placeOf(to).verifyOff}`,
  ERR_TLS_CERT_ALTNAME_INVALID: (to, error) =>
    `the certificate is not for the name ${to.host}${otherNames(error)}; use a name that is in the certificate as the host in ${placeOf(to).name}, ${placeOf(to).verifyOff}`,
}

export function explainSocketError(error: Error, to: SmtpEndpoint): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const explain = EXPLANATIONS[code]
  if (explain) return explain(to, error)
  if (isTlsError(code, error)) return noTls(to, error)
  return `the connection to ${to.host}:${to.port} failed: ${error.message || error.name}`
}

/** For a connection that timed out. */
export function connectTimeout(to: SmtpEndpoint, timeoutMs: number | undefined): string {
  const time = timeoutMs === undefined ? '' : ` within ${timeoutMs / 1000} s`
  return `no connection to ${to.host}:${to.port}${time}; a firewall may block the port (many hosting providers block port 25), or the port in ${placeOf(to).name} is wrong`
}

export const tlsTimeout = (to: SmtpEndpoint, timeoutMs: number): string =>
  `no TLS with ${to.host}:${to.port} within ${timeoutMs / 1000} s; check that the port in ${placeOf(to).name} is one for email, and the TLS settings of the mail server`

/** Connected, but no greeting came. */
export const noGreeting = (to: SmtpEndpoint, timeoutMs: number): string =>
  `${to.host}:${to.port} accepted the connection but sent no greeting within ${timeoutMs / 1000} s; if this port expects TLS from the first byte, use ${placeOf(to).implicitTls} instead of ${placeOf(to).startTls}`

export const noStartTls = (to: SmtpEndpoint): string =>
  `${to.host}:${to.port} offers no encryption (STARTTLS), which ${placeOf(to).requiredTls}; use a port that does, usually 587, or ${placeOf(to).implicitTls} with 465`

const isTlsError = (code: string, error: Error): boolean =>
  code === 'EPROTO' || code.startsWith('ERR_SSL') || /SSL routines|TLS/.test(error.message)

function noTls(to: SmtpEndpoint, error: Error): string {
  const { host, port, security } = to
  if (security === 'implicit') {
    return `${host}:${port} does not answer with TLS; use ${placeOf(to).startTls} for this port, or ${placeOf(to).implicitTls} with a port that expects TLS from the first byte, usually 465`
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
