// The operations of the API by their ids, as the routes declare them. A tool names the operations that it calls; their access
// decides which keys see it.
import { permits } from '../../platform/access/key-access.ts'
import type { KeyScope } from '../../platform/access/key-access.ts'

export type Operation = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; url: string; access: string }
export type Operations = ReadonlyMap<string, Operation>

export function operationOf(operations: Operations, id: string): Operation {
  const operation = operations.get(id)
  if (!operation) throw new Error(`the API has no operation ${id}`)
  return operation
}

export const mayCall = (
  operations: Operations,
  { ids, scopes }: { ids: readonly string[]; scopes: readonly KeyScope[] },
): boolean => ids.every((id) => permits(scopes, operationOf(operations, id).access))
