import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'
export type CallOptions = {
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
  query?: Record<string, string>
}
export type Reply = LightMyRequestResponse

/** Calls the app as a client would; with the project's secret key by default (null: no key). */
export async function call(
  { app, project }: TestApp,
  [method, url]: [Method, string],
  { key = project.secretKey, body, headers, query }: CallOptions = {},
): Promise<Reply> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const options: InjectOptions = {
    method,
    url,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(query && { query }),
    ...(body !== undefined && { payload: isRaw ? (body as string | Buffer) : JSON.stringify(body) }),
  }
  return app.inject(options)
}

export type ErrorAnswer = {
  error: {
    code: string
    message: string
    suggestion: string
    errors?: { field: string; message: string; code: string }[]
  }
}

/** The code of an error answer, and for a 422 its fields. */
export const errorOf = (reply: Reply): ErrorAnswer['error'] => reply.json<ErrorAnswer>().error
export const fieldsOf = (reply: Reply): Record<string, string> =>
  Object.fromEntries((errorOf(reply).errors ?? []).map(({ field, code }) => [field, code]))
