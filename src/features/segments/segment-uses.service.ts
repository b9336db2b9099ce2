// What a segment is used by: campaigns and workflows, which keep it from being deleted, and other segments, which do not.
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/db/page.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { segmentIdsIn } from '../filters/index.ts'
import { listUsingRecords } from '../uses/index.ts'
import { refreshCounts } from './counts/count.service.ts'
import { listReferring } from './segment-references.queries.ts'
import { findSegment, listSegments, toSegment } from './segments.queries.ts'
import type { SegmentRef, SegmentRow } from './segments.queries.ts'
import type { SegmentUse, SegmentWithUses } from './segments.schema.ts'

type Use = z.input<typeof SegmentUse>

/** By the id of the segment. */
export async function usesOf(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<ReadonlyMap<string, Use[]>> {
  const uses = new Map<string, Use[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return uses
  for (const { usedId, kind, id, name } of await listUsingRecords(db, { projectId, kind: 'segment', ids })) {
    uses.get(usedId)?.push({ kind, id, name })
  }
  for (const { id, name, filters } of await listReferring(db, { projectId })) {
    for (const used of new Set(segmentIdsIn(filters))) uses.get(used)?.push({ kind: 'segment', id, name })
  }
  return uses
}

type Listed = Parameters<typeof listSegments>[1]
type UsedRow = SegmentRow & { usedBy: Use[] }

export const toUsedSegment = (row: UsedRow): z.input<typeof SegmentWithUses> => ({
  ...toSegment(row),
  usedBy: row.usedBy,
})

/** The segment with what uses it. Numbers of members that are too old are counted anew, behind the reader's back. */
export async function readUsedSegment(
  db: Db | Trx,
  { projectId, segmentId, now }: SegmentRef & { now: Date },
): Promise<UsedRow> {
  const row = await findSegment(db, { projectId, segmentId })
  if (!row) throw new AppError('SEGMENT_NOT_FOUND')
  await refreshCounts(db, { projectId, rows: [row], now })
  const uses = await usesOf(db, { projectId, ids: [row.id] })
  return { ...row, usedBy: uses.get(row.id) ?? [] }
}

/** One page of them, newest first. */
export async function listUsedSegments(
  db: Db | Trx,
  { now, ...listed }: Listed & { now: Date },
): Promise<Page<UsedRow>> {
  const page = await listSegments(db, listed)
  await refreshCounts(db, { projectId: listed.projectId, rows: page.rows, now })
  const uses = await usesOf(db, { projectId: listed.projectId, ids: page.rows.map(({ id }) => id) })
  return { ...page, rows: page.rows.map((row) => ({ ...row, usedBy: uses.get(row.id) ?? [] })) }
}
