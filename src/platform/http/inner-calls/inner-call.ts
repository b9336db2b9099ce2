// A call that a route makes to another route of this process with the key of its own caller, as a client would over HTTP:
// validation, scopes, tenancy, idempotency and audit are those of the called route.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app-types.ts'

const MARK_HEADER = 'lettermill-inner-call'

// Known to this process alone, so no caller can send it.
const MARK = randomUUID()

/**
 * Whether it is the second half of a request that has been counted, and has a place among the large bodies. It would wait for
 * its own first half otherwise.
 */
export const isSecondHalf = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers[MARK_HEADER] === MARK

export type InnerCall = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With its parameters filled in. */
  path: string
  authorization: string
  ip: string
  query?: Record<string, string> | undefined
  body?: object | undefined
  headers?: Record<string, string | undefined>
  /** The request that makes the call is this one in another form: the rate limit counts both as one. */
  isSecondHalf?: boolean
}

export type InnerAnswer = { status: number; text: string; headers: Record<string, string | undefined> }

export async function callRoute(app: App, call: InnerCall): Promise<InnerAnswer> {
  const { method, path, authorization, ip, query, body, headers = {} } = call
  const own = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const reply = await app.inject({
    method,
    url: path,
    remoteAddress: ip,
    headers: {
      ...Object.fromEntries(own),
      authorization,
      ...(body && { 'content-type': 'application/json' }),
      ...(call.isSecondHalf === true && { [MARK_HEADER]: MARK }),
    },
    ...(query && { query }),
    ...(body && { payload: JSON.stringify(body) }),
  })
  return {
    status: reply.statusCode,
    text: reply.body,
    headers: reply.headers as Record<string, string | undefined>,
  }
}
