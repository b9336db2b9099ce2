// Calls a route of this process as the agent would over HTTP, with its own key: validation, scopes, tenancy, limits,
// idempotency and audit are those of the API (docs/adr/0034-tools-of-agents-call-the-routes.md).
import type { App } from '../../platform/http/app-types.ts'
import { operationOf } from './operations.ts'
import type { Operations } from './operations.ts'
import { invalidArgument } from './refusals.ts'
import { ToolRefusal } from './tool.ts'
import type { ApiAnswer, CallApi, ErrorObject, JsonObject } from './tool.ts'

type Caller = { authorization: string; ip: string }

export function createCallApi(
  app: App,
  { operations, authorization, ip }: Caller & { operations: Operations },
): CallApi {
  return async (operationId, args = {}, { idempotencyKey } = {}) => {
    const { method, url } = operationOf(operations, operationId)
    const { path, rest } = fillPath(url, args)
    const hasBody = method !== 'GET' && Object.keys(rest).length > 0
    const reply = await app.inject({
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        authorization,
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'GET' && { query: toQuery(rest) }),
      ...(hasBody && { payload: JSON.stringify(rest) }),
    })
    return readAnswer({
      status: reply.statusCode,
      text: reply.body,
      isRepeated: reply.headers['idempotency-replayed'] === 'true',
    })
  }
}

/** Puts the parameters of the path into it. */
function fillPath(url: string, args: JsonObject): { path: string; rest: JsonObject } {
  const rest = { ...args }
  const path = url.replace(/:(\w+)/g, (_parameter, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (typeof value === 'string' && value !== '') return encodeURIComponent(value)
    throw invalidArgument(name, 'is required: a text')
  })
  return { path, rest }
}

const toQuery = (args: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

type RawAnswer = { status: number; text: string; isRepeated: boolean }

function readAnswer({ status, text, isRepeated }: RawAnswer): ApiAnswer {
  const body = (text === '' ? {} : JSON.parse(text)) as JsonObject
  if (status >= 400) throw new ToolRefusal(body['error'] as ErrorObject)
  return { body, isRepeated }
}
