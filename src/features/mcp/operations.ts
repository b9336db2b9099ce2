// A tool names the operations that it calls; their access decides which keys see it.
import { permits } from '../../platform/access/key-access.ts'
import type { KeyScope } from '../../platform/access/key-access.ts'
import { operationOf } from '../../platform/http/inner-calls/operations.ts'
import type { Operations } from '../../platform/http/inner-calls/operations.ts'

export const mayCall = (
  operations: Operations,
  { ids, scopes }: { ids: readonly string[]; scopes: readonly KeyScope[] },
): boolean => ids.every((id) => permits(scopes, operationOf(operations, id).access))
