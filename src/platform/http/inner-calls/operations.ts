// The operations of the API by their ids, as the routes declare them, for features that call routes.
import type { Access, App } from '../app-types.ts'

export type Operation = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; url: string; access: Access }
export type Operations = ReadonlyMap<string, Operation>

/** Call it before the first route of the API: returns the operations of all routes that follow. */
export function collectOperations(app: App): Operations {
  const operations = new Map<string, Operation>()
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const id = (schema as { operationId?: string } | undefined)?.operationId
    if (id === undefined || typeof method !== 'string' || method === 'HEAD' || !config?.access) return
    operations.set(id, { method: method as Operation['method'], url, access: config.access })
  })
  return operations
}

export function operationOf(operations: Operations, id: string): Operation {
  const operation = operations.get(id)
  if (!operation) throw new Error(`the API has no operation ${id}`)
  return operation
}
