// The campaigns that a filter refers to. Like segments, they are looked up each time the filter is used.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isHistoryLeaf } from './language/filter-history-leaves.schema.ts'
import type { FilterTree } from './filters.schema.ts'
import { placedLeaves } from './placed-leaves.ts'

export type FindCampaigns = (
  db: Db | Trx,
  query: { projectId: ProjectId; ids: readonly string[] },
) => Promise<ReferencedCampaign[]>

type ReferencedCampaign = { id: string; name: string }

/** By id. */
export type ReferencedCampaigns = ReadonlyMap<string, ReferencedCampaign>

const NONE: ReferencedCampaigns = new Map()

/** @throws AppError with the path of each leaf whose campaign is not in the project */
export async function campaignsOf(
  db: Db | Trx,
  tree: FilterTree,
  { projectId, field, findCampaigns }: { projectId: ProjectId; field: string; findCampaigns: FindCampaigns },
): Promise<ReferencedCampaigns> {
  const references = referencesOf(tree)
  if (references.length === 0) return NONE
  const ids = [...new Set(references.map(({ id }) => id).filter(isUuid))]
  const found = ids.length === 0 ? [] : await findCampaigns(db, { projectId, ids })
  const byId = new Map(found.map((campaign) => [campaign.id, campaign]))
  const problems = references
    .filter(({ id }) => !byId.has(id))
    .slice(0, MOST_PROBLEMS)
    .map(({ path }) => ({
      field: fieldPath([field, ...path, 'campaignId']),
      message: 'names no campaign of this project',
      code: 'custom' as const,
    }))
  if (problems.length > 0) throw invalidFields(...problems)
  return byId
}

const referencesOf = (tree: FilterTree) =>
  placedLeaves(tree).flatMap(({ leaf, path }) =>
    isHistoryLeaf(leaf) && typeof leaf.campaignId === 'string'
      ? [{ id: leaf.campaignId.toLowerCase(), path }]
      : [],
  )
