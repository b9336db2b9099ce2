// Compresses JSON for clients that accept it: lists are several times smaller. Small answers, of which sending consists, and
// answers with a secret, whose length would tell about it, stay as they are.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { App } from '../app-types.ts'

// Below this, an answer takes one packet or two anyway.
const LEAST_CHARACTERS = 4_096

const compress = promisify(gzip)

export function installCompression(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isLarge = typeof payload === 'string' && payload.length >= LEAST_CHARACTERS
    if (!isLarge || !mayCompress(reply)) return payload
    addVary(reply)
    if (request.method === 'HEAD' || !accepts(request.headers['accept-encoding'], 'gzip')) return payload
    reply.header('content-encoding', 'gzip')
    // In a thread of libuv: a megabyte takes 20 ms.
    return compress(payload)
  })
}

const mayCompress = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('content-encoding') &&
  reply.request.routeOptions.config.secretFields === undefined

/** Caches must tell the two forms apart. */
function addVary(reply: FastifyReply): void {
  const given = reply.getHeader('vary')
  reply.header('vary', given === undefined ? 'Accept-Encoding' : `${String(given)}, Accept-Encoding`)
}

/** Refused encodings (";q=0") are not accepted. */
export function accepts(header: string | undefined, encoding: string): boolean {
  const words = (header ?? '').split(',').map((word) => word.trim().toLowerCase())
  return words.some(
    (word) => word === encoding || word.startsWith(`${encoding};q=0.`) || word.startsWith(`${encoding};q=1`),
  )
}
