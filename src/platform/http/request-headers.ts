import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import type { App } from './app-types.ts'

/** Node keeps the first of these and drops the rest, or joins them; a proxy may use another one. */
const SINGLE = [
  'Authorization',
  'X-Postmark-Server-Token',
  'Host',
  'Content-Type',
  'Idempotency-Key',
  'Lettermill-Project',
  'Origin',
]

/**
 * Refuses requests with two keys or two hosts instead of choosing one, and those without a host (RFC 9112, section 3.2).
 * Node would refuse the latter itself, but with an empty response; the server is configured to leave it to this.
 */
export function installHeaderCheck(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => done(problemOf(request.raw)))
}

function problemOf({ headers, httpVersion, rawHeaders }: IncomingMessage): AppError | undefined {
  const repeated = findRepeated(rawHeaders)
  if (repeated !== undefined) {
    return new AppError('BAD_REQUEST', {
      message: `The request has more than one ${repeated} header.`,
      suggestion: 'Send the header once.',
    })
  }
  if (headers.host !== undefined || httpVersion === '1.0') return undefined
  return new AppError('BAD_REQUEST', {
    message: 'The request has no Host header.',
    suggestion: 'HTTP/1.1 needs one: the name of this server.',
  })
}

/** @param raw alternating names and values, as received */
function findRepeated(raw: readonly string[]): string | undefined {
  return SINGLE.find((name) => {
    const isSame = (text: string, index: number) =>
      index % 2 === 0 && text.length === name.length && text.toLowerCase() === name.toLowerCase()
    return raw.findIndex(isSame) !== raw.findLastIndex(isSame)
  })
}
