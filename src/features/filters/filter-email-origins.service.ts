// The campaigns, templates and workflows that a filter refers to. Like segments, they are looked up each time the filter is used.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { isUuid } from '../../platform/uuid.ts'
import { EMAIL_ORIGIN_FIELDS, EMAIL_ORIGINS } from './language/email-origins.values.ts'
import { isHistoryLeaf } from './language/filter-history-leaves.schema.ts'
import type { FilterTree } from './filters.schema.ts'
import { placedLeaves } from './placed-leaves.ts'

type OriginField = keyof typeof EMAIL_ORIGINS

type EmailOrigin = { id: string; name: string }

export type FindEmailOrigins = Record<
  OriginField,
  (db: Db | Trx, query: { projectId: ProjectId; ids: readonly string[] }) => Promise<EmailOrigin[]>
>

/** By id. */
export type EmailOrigins = ReadonlyMap<string, EmailOrigin>

type OriginsQuery = { projectId: ProjectId; field: string; findEmailOrigins: FindEmailOrigins }

/** @throws AppError with the path of each leaf whose campaign, template or workflow is not in the project */
export async function emailOriginsOf(
  db: Db | Trx,
  tree: FilterTree,
  { projectId, field, findEmailOrigins }: OriginsQuery,
): Promise<EmailOrigins> {
  const references = referencesOf(tree)
  const found: EmailOrigin[] = []
  for (const [origin, own] of Map.groupBy(references, (one) => one.origin)) {
    const ids = [...new Set(own.map(({ id }) => id).filter(isUuid))]
    if (ids.length > 0) found.push(...(await findEmailOrigins[origin](db, { projectId, ids })))
  }
  const byId = new Map(found.map((one) => [one.id, one]))
  const problems = references
    .filter(({ id }) => !byId.has(id))
    .slice(0, MOST_PROBLEMS)
    .map(({ origin, path }) => ({
      field: fieldPath([field, ...path, origin]),
      message: `names no ${EMAIL_ORIGINS[origin]} of this project`,
      code: 'custom' as const,
    }))
  if (problems.length > 0) throw invalidFields(...problems)
  return byId
}

const referencesOf = (tree: FilterTree) =>
  placedLeaves(tree).flatMap(({ leaf, path }) => {
    if (!isHistoryLeaf(leaf)) return []
    return EMAIL_ORIGIN_FIELDS.flatMap((origin) => {
      const id = leaf[origin]
      return typeof id === 'string' ? [{ origin, id: id.toLowerCase(), path }] : []
    })
  })
