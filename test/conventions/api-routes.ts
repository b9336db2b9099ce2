// The routes of the app, read from the app itself, so that a new route cannot be forgotten.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Access } from '../../src/platform/http/app-types.ts'
import { renderOpenApi } from '../../scripts/write-openapi.ts'

type Method = NonNullable<InjectOptions['method']>
export type Route = {
  method: Method
  url: string
  schema: RouteOptions['schema']
  bodyLimit: number | undefined
  access: Access | undefined
  isForwarded: boolean
  isAudited: boolean
  secretFields: readonly string[]
}

/** Every route of the apps that are built meanwhile, each once, those for "405" and preflights included. */
export function watchRoutes(): { routes(): Route[]; stop(): void } {
  const routes = new Map<string, Route>()
  const onInstance = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, schema, bodyLimit, config }) => {
      for (const one of [method].flat()) {
        routes.set(`${one} ${url}`, {
          method: one as Method,
          url,
          schema,
          bodyLimit,
          access: config?.access,
          isForwarded: config?.forwards !== undefined,
          isAudited: config?.audit !== undefined,
          secretFields: config?.secretFields ?? [],
        })
      }
    })
  }
  subscribe('fastify.initialization', onInstance)
  return {
    routes: () => [...routes.values()],
    stop: () => unsubscribe('fastify.initialization', onInstance),
  }
}

/** Requests that wait for something, up to a minute. */
const WAITING = ['/inbox/wait', '/webhooks/listen']

/** The query with which a request does not wait. */
export const atOnce = (path: string): Record<string, string> =>
  WAITING.includes(path) ? { timeout: '0' } : {}

export type Operation = OpenAPIV3_1.OperationObject & {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  parameters?: (OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject)[]
}

export type ApiDescription = { document: OpenAPIV3_1.Document; operations: Operation[] }

export async function describeApi(): Promise<ApiDescription> {
  const document = JSON.parse(await renderOpenApi()) as OpenAPIV3_1.Document
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      ...(operation as OpenAPIV3_1.OperationObject),
      method: method.toUpperCase() as Operation['method'],
      path,
    })),
  )
  return { document, operations }
}
