// Limits on the exports of one project. Each page is read in one short statement, so a slow reader holds one page in memory
// and no database connection.
import { createLaneGate, insideLane } from '../../../platform/concurrency/lane-gate.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'

// Each holds a page of a megabyte in memory.
const MOST_OPEN = 50

const READ_LIMITS = {
  // The other exports wait for their page and leave the connections to requests.
  perLane: 2,
  mostWaiting: MOST_OPEN,
  // Fifty pages that take a second each.
  waitMs: 60_000,
}

export type ExportLimits = {
  /** @returns a function to call when the export has ended @throws AppError RATE_LIMIT_EXCEEDED */
  open(projectId: ProjectId): () => void
  /** Reads a page once the project has a free slot. */
  read<Page>(projectId: ProjectId, page: () => Promise<Page>): Promise<Page>
}

export function createExportLimits(): ExportLimits {
  const opened = new Map<ProjectId, number>()
  const reading = createLaneGate(READ_LIMITS)
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
    message: `The project already has ${MOST_OPEN} exports in progress, the most allowed.`,
    suggestion: 'Finish an export or close its connection, then try again.',
    retryAfterSeconds: RETRY_SECONDS,
  })
