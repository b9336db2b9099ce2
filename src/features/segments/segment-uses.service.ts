// The uses of a segment: campaigns and workflows prevent its deletion, other segments do not.
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { segmentIdsIn } from '../filters/index.ts'
import { listUsingRecords } from '../uses/index.ts'
import { refreshCounts } from './counts/count.service.ts'
import { listReferringSegments } from './segment-references.queries.ts'
import { listSegments, toSegment } from './segments.queries.ts'
import type { SegmentRef, SegmentRow } from './segments.queries.ts'
import { requireSegment } from './segments.service.ts'
import type { SegmentUse, SegmentWithUses } from './segments.schema.ts'

type Use = z.input<typeof SegmentUse>

/** The uses by the id of the segment. */
export async function usesOf(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<ReadonlyMap<string, Use[]>> {
  const uses = new Map<string, Use[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return uses
  for (const { usedId, kind, id, name } of await listUsingRecords(db, { projectId, kind: 'segment', ids })) {
    // Forms use topics only.
    if (kind !== 'form') uses.get(usedId)?.push({ kind, id, name })
  }
  for (const { id, name, filters } of await listReferringSegments(db, { projectId })) {
    for (const used of new Set(segmentIdsIn(filters))) uses.get(used)?.push({ kind: 'segment', id, name })
  }
  return uses
}
type SegmentWithUsesRow = SegmentRow & { usedBy: Use[] }

export const toSegmentWithUses = (row: SegmentWithUsesRow): z.input<typeof SegmentWithUses> => ({
  ...toSegment(row),
  usedBy: row.usedBy,
})

/** The segment with its uses. An outdated member count is refreshed in the background. */
export async function readSegmentWithUses(
  db: Db | Trx,
  { projectId, segmentId, now }: SegmentRef & { now: Date },
): Promise<SegmentWithUsesRow> {
  const row = await requireSegment(db, { projectId, segmentId })
  await refreshCounts(db, { projectId, rows: [row], now })
  const uses = await usesOf(db, { projectId, ids: [row.id] })
  return { ...row, usedBy: uses.get(row.id) ?? [] }
}

export async function listSegmentsWithUses(
  db: Db | Trx,
  { now, ...query }: Parameters<typeof listSegments>[1] & { now: Date },
): Promise<Page<SegmentWithUsesRow>> {
  const page = await listSegments(db, query)
  await refreshCounts(db, { projectId: query.projectId, rows: page.rows, now })
  const uses = await usesOf(db, { projectId: query.projectId, ids: page.rows.map(({ id }) => id) })
  return { ...page, rows: page.rows.map((row) => ({ ...row, usedBy: uses.get(row.id) ?? [] })) }
}
