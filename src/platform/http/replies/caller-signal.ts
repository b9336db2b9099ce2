import type { FastifyReply } from 'fastify'

/**
 * Aborted when the client disconnects before it has its response, so that work for it stops. The request itself does not
 * tell: it ends when its body has been read.
 */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
