import type { FastifyReply } from 'fastify'

/**
 * Aborted when the caller goes away before it has its answer, so that nobody works for it any more. The request itself
 * does not tell: it ends when its body has been read.
 */
export function callerSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
