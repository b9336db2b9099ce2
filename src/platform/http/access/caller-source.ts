import type { FastifyRequest } from 'fastify'
import type { CallerSource } from '../../consent-source.ts'

/** The caller of a route as the source of a change: its key, or the signed-in person. */
export const callerSource = ({ key, user }: Pick<FastifyRequest, 'key' | 'user'>): CallerSource =>
  key ? { kind: 'api_key', id: key.id } : { kind: 'member', id: user?.id ?? null }
