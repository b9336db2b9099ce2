// Limits on the exports of one project. A page is read in one short statement, with a connection that goes back at once, so a
// slow reader holds one page in memory, and nothing of the database.
import { createLaneGate, insideLane } from '../../../platform/concurrency/lane-gate.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'

// Each has a page of a megabyte in memory.
const MOST_OPEN = 50

const READING = {
  // The others wait for their page, and leave the connections to requests.
  perLane: 2,
  mostWaiting: MOST_OPEN,
  // Fifty pages, of which each took a second.
  waitMs: 60_000,
}

export type ExportLimits = {
  /** @returns the way out, for when the export is over @throws AppError RATE_LIMIT_EXCEEDED */
  open(projectId: ProjectId): () => void
  /** Reads a page when it is the turn of the project. */
  read<Page>(projectId: ProjectId, page: () => Promise<Page>): Promise<Page>
}

export function createExportLimits(): ExportLimits {
  const opened = new Map<ProjectId, number>()
  const reading = createLaneGate(READING)
  return {
    open(projectId) {
      const count = opened.get(projectId) ?? 0
      if (count >= MOST_OPEN) throw tooMany()
      opened.set(projectId, count + 1)
      return () => {
        const left = (opened.get(projectId) ?? 1) - 1
        if (left > 0) opened.set(projectId, left)
        else opened.delete(projectId)
      }
    },
    read: (projectId, page) =>
      insideLane(reading, { lane: projectId, refuse: () => new AppError('SERVICE_UNAVAILABLE') }, page),
  }
}

const RETRY_SECONDS = 10

const tooMany = () =>
  new AppError('RATE_LIMIT_EXCEEDED', {
    message: `${MOST_OPEN} exports of this project are being read already.`,
    suggestion: 'Read one to its end, or close its connection, and try again.',
    retryAfterSeconds: RETRY_SECONDS,
  })
