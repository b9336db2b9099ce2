// METRICS_TOKEN, if set, grants access to the metrics of the whole server. Otherwise requests from this machine have
// access. A proxy on this machine forwards requests of strangers, so a request with any sign of a proxy does not count as
// local.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keyDigest } from '../../access/key-access.ts'
import { bearerOf } from './bearer.ts'

export type OperatorSettings = {
  metricsToken: string | undefined
  /** TRUST_PROXY: there is a proxy, probably on this machine. It need not say so in a header. */
  isBehindProxy: boolean
}

export const OPERATOR_REFUSAL = {
  message: 'The metrics are about the whole server and need its METRICS_TOKEN.',
  suggestion:
    'Set METRICS_TOKEN and send it: Authorization: Bearer <token>. While it is not set, http://127.0.0.1:<PORT>/metrics needs none on the server itself, unless TRUST_PROXY is on.',
}

export function isOperator(
  request: FastifyRequest,
  { metricsToken, isBehindProxy }: OperatorSettings,
): boolean {
  if (metricsToken === undefined) return !isBehindProxy && isFromThisMachine(request)
  const token = bearerOf(request.headers.authorization)
  return token !== undefined && isSame(token, metricsToken)
}

/** In constant time, independent of the length too: digests are compared. */
const isSame = (given: string, wanted: string) => timingSafeEqual(keyDigest(given), keyDigest(wanted))

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name))
  )
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** The Host header reveals a proxy that keeps it, and a web page whose domain was pointed at 127.0.0.1. */
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** RFC 7239, RFC 9110 section 7.6.3, RFC 8586, and the headers of nginx, HAProxy, Envoy, Cloudflare, Fastly and others. */
const ADDED_BY_PROXIES =
  /^(forwarded|via|cdn-loop|client-ip|x-real-ip|cf-.+|x-(forwarded|original|envoy)(-.+)?|.+-(client|connecting)-ip)$/
