// Limits the requests with a large body per project: from parsing to the response, each takes several times its size in
// memory, and often a database connection for as long as it is written. Further requests of the project wait, with their
// bodies received; other projects do not.
import type { FastifyRequest } from 'fastify'
import { createLaneGate } from '../../concurrency/lane-gate.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../app-types.ts'

const LIMITS = {
  // A fifth of the connections that a node has to the database.
  perLane: 4,
  // Waiting bodies are held in memory.
  mostWaiting: 60,
  // Longer than four requests of the largest size take on a slow machine.
  waitMs: 30_000,
}

export type LargeBodies = {
  /** @throws AppError SERVICE_UNAVAILABLE behind too many others of the lane */
  enter(request: FastifyRequest, lane: string): Promise<void>
}

export function installLargeBodies(app: App): LargeBodies {
  const gate = createLaneGate(LIMITS)
  const releaseByRequest = new WeakMap<FastifyRequest, () => void>()
  // A client that disconnects does not end the work on its request, so the place is kept until there is a response.
  // Fastify runs onResponse only for responses that were sent.
  app.addHook('onSend', async (request, { raw }) => {
    const release = releaseByRequest.get(request)
    if (!release) return
    if (raw.destroyed) release()
    else raw.once('finish', release).once('close', release)
  })
  return {
    async enter(request, lane) {
      const release = await gate.enter(lane)
      if (!release) {
        throw new AppError('SERVICE_UNAVAILABLE', {
          message: 'Too many requests with large bodies are being worked on.',
          suggestion: 'Send fewer at once, or try again in a moment.',
        })
      }
      releaseByRequest.set(request, release)
    },
  }
}
