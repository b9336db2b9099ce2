// The campaigns that a filter names. Like segments they are looked up each time a filter is used.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isHistoryLeaf } from './language/filter-history-leaves.schema.ts'
import { isTree } from './filters.schema.ts'
import type { FilterLeaf, FilterTree } from './filters.schema.ts'

/** Of these ids, those that are campaigns of the project. */
export type FindCampaigns = (
  db: Db | Trx,
  asked: { projectId: ProjectId; ids: readonly string[] },
) => Promise<KnownCampaign[]>

type KnownCampaign = { id: string; name: string }

/** By id. */
export type KnownCampaigns = ReadonlyMap<string, KnownCampaign>

const NONE: KnownCampaigns = new Map()

type Asked = { projectId: ProjectId; field: string; findCampaigns: FindCampaigns }

/** The campaigns that a filter names. @throws AppError with the path of each leaf that names none of the project */
export async function campaignsOf(
  db: Db | Trx,
  tree: FilterTree,
  { projectId, field, findCampaigns }: Asked,
): Promise<KnownCampaigns> {
  const named = [...referencesOf(tree)]
  if (named.length === 0) return NONE
  const ids = [...new Set(named.map(({ id }) => id).filter(isUuid))]
  const found = ids.length === 0 ? [] : await findCampaigns(db, { projectId, ids })
  const known = new Map(found.map((campaign) => [campaign.id, campaign]))
  const problems = named
    .filter(({ id }) => !known.has(id))
    .slice(0, MOST_PROBLEMS)
    .map(({ path }) => ({
      field: fieldPath([field, ...path, 'campaignId']),
      message: 'names no campaign of this project',
      code: 'custom' as const,
    }))
  if (problems.length > 0) throw invalidFields(...problems)
  return known
}

type Named = { id: string; path: readonly PropertyKey[] }

function* referencesOf(node: FilterTree | FilterLeaf, path: readonly PropertyKey[] = []): Generator<Named> {
  if (isTree(node)) {
    for (const [index, inner] of node.conditions.entries()) {
      yield* referencesOf(inner, [...path, 'conditions', index])
    }
  } else if (isHistoryLeaf(node) && typeof node.campaignId === 'string') {
    yield { id: node.campaignId.toLowerCase(), path }
  }
}
