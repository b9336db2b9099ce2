// Calls a route of this process as the agent would over HTTP, with its own key: validation, scopes, tenancy, limits,
// idempotency and audit are those of the API (docs/adr/0034-tools-of-agents-call-the-routes.md).
import type { App } from '../../platform/http/app-types.ts'
import { callRoute } from '../../platform/http/inner-calls/inner-call.ts'
import type { InnerAnswer } from '../../platform/http/inner-calls/inner-call.ts'
import { operationOf } from '../../platform/http/inner-calls/operations.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'
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
    const answer = await callRoute(app, {
      method,
      path,
      authorization,
      ip,
      query: method === 'GET' ? toQuery(rest) : undefined,
      body: hasBody ? rest : undefined,
      headers: { 'idempotency-key': idempotencyKey },
    })
    return readAnswer(answer)
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

function readAnswer({ status, text, headers }: InnerAnswer): ApiAnswer {
  const body = (text === '' ? {} : JSON.parse(text)) as JsonObject
  if (status >= 400) throw new ToolRefusal(body['error'] as ErrorObject)
  return { body, isRepeated: headers['idempotency-replayed'] === 'true' }
}
