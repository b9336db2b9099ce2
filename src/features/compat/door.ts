// A door has the paths, bodies and errors of another provider, for its official clients. Behind it is our own API: a call is
// translated, made to our own route with the key of the caller, and the answer is translated back. So a door checks the form
// of the provider only; limits, tenancy, idempotency and everything about sending are those of the called route.
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import { keyOf } from '../../platform/http/access/auth.ts'
import type { Access, App, ForwardedKey } from '../../platform/http/app-types.ts'
import { callRoute } from '../../platform/http/inner-calls/inner-call.ts'
import type { InnerAnswer } from '../../platform/http/inner-calls/inner-call.ts'
import { operationOf } from '../../platform/http/inner-calls/operations.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'
import type { ErrorObject } from '../../platform/http/replies/error-body.schema.ts'
import { describeFailure } from '../../platform/http/replies/error-reply.ts'
import type { StrictBody } from '../../platform/http/validation/body-shape.ts'

export type ApiError = z.infer<typeof ErrorObject>

/** Another provider: its paths, its keys and its errors. */
export type Provider = {
  name: string
  /** The beginning of its paths here. */
  path: string
  key: ForwardedKey
  /** An error of our API as the provider would answer it. */
  toRefusal: (error: ApiError) => { status: number; body: object }
}

/** Our API has refused the call. */
export class DoorRefusal extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.error = error
  }
}

type ApiCall = {
  params?: Record<string, string>
  query?: Record<string, string> | undefined
  body?: object
  /** The caller's Idempotency-Key is for this call. Set it for one call of a request. */
  isRepeatable?: boolean
}

/** Calls an operation of our API for the caller of this request. @throws DoorRefusal */
export type CallApi = <Answer>(
  request: FastifyRequest,
  operationId: string,
  call?: ApiCall,
) => Promise<Answer>

export type Door = {
  provider: Provider
  call: CallApi
  /**
   * The options of a route that stands for this operation: who may call it, and the form of its errors. `strictBody`: unknown
   * fields of its body are refused, with the hints of the provider.
   */
  optionsFor: (
    operationId: string,
    strictBody?: StrictBody,
  ) => Pick<RouteShorthandOptions, 'config' | 'errorHandler'>
}

export function createDoor(
  app: App,
  { operations, provider }: { operations: Operations; provider: Provider },
): Door {
  const door: Door = {
    provider,
    call: async (request, operationId, call = {}) =>
      readAnswer(await callOperation(request, operationId, call)),
    optionsFor: (operationId, strictBody) => {
      const { config, errorHandler } = optionsOf(operationOf(operations, operationId).access)
      return { config: { ...config, ...(strictBody && { strictBody }) }, errorHandler }
    },
  }
  const optionsOf = (access: Access) => ({
    config: { access, isInternal: true, forwards: provider.key },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void sendRefusal(provider, { error, request, reply }),
  })
  const callOperation = async (
    request: FastifyRequest,
    operationId: string,
    { params = {}, query, body, isRepeatable = false }: ApiCall,
  ): Promise<InnerAnswer> => {
    const { method, url } = operationOf(operations, operationId)
    const { headers, ip, projectId } = request
    // Large bodies are written and read once more.
    await heavyTurn(projectId)
    return callRoute(app, {
      method,
      path: url.replace(/:(\w+)/g, (_parameter, name: string) => encodeURIComponent(params[name] ?? '')),
      authorization: `Bearer ${keyOf(request) ?? ''}`,
      ip,
      query,
      body,
      headers: {
        traceparent: textOf(headers['traceparent']),
        ...(isRepeatable && { 'idempotency-key': textOf(headers['idempotency-key']) }),
      },
      isSecondHalf: true,
    })
  }
  refuseOtherPaths(app, { provider, options: optionsOf('secret') })
  return door
}

const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

function readAnswer<Answer>({ status, text }: InnerAnswer): Answer {
  const body = (text === '' ? {} : JSON.parse(text)) as { error: ApiError }
  if (status >= 400) throw new DoorRefusal(body.error)
  return body as Answer
}

type Failure = { error: unknown; request: FastifyRequest; reply: FastifyReply }

function sendRefusal(provider: Provider, { error, request, reply }: Failure): FastifyReply {
  const known = error instanceof DoorRefusal ? error.error : describeFailure(error, request, reply)
  const { status, body } = provider.toRefusal(known)
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Every other path of the provider is refused in its own form, before its body is read. */
function refuseOtherPaths(
  app: App,
  { provider, options }: { provider: Provider; options: RouteShorthandOptions },
): void {
  const { name, path } = provider
  const refuse = ({ method, url }: FastifyRequest) => {
    const [own = ''] = url.slice(path.length).split('?', 1)
    throw new AppError('RESOURCE_NOT_FOUND', {
      message: `Lettermill does not support ${method} ${own.slice(0, LONGEST_SHOWN)} of ${name}.`,
      suggestion: 'docs/compat.md lists what it supports, and what it has instead.',
    })
  }
  app.route({
    ...(options as object),
    method: METHODS,
    url: `${path}/*`,
    schema: { hide: true },
    onRequest: async (request) => refuse(request),
    handler: refuse,
  })
}

const LONGEST_SHOWN = 100
