// Passes announcements to their listeners. A listener works in the transaction that deletes its announcements from the queue
// (platform/work/queued-rows.ts): a crash undoes both, so what it writes happens exactly once.
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { QueuedWork } from '../../platform/work/work-kinds.ts'
import { ANNOUNCEMENT_COLUMNS, EVENT_COUNT, toAnnouncements } from './announcements.queries.ts'
import type { Announcement, AnnouncementRow } from './announcements.queries.ts'

export type AnnouncementBatch = { projectId: ProjectId; announcements: Announcement[] }

/** Acts on events. Registered in src/worker.ts; gets only the names that it asked for (setListenedNames). */
export type Listener = {
  name: string
  /** Oldest first. Throwing postpones them. Must not do work outside the database: the transaction is open. */
  handle: (trx: Trx, batch: AnnouncementBatch) => Promise<void>
  /** Limits the events of a batch, instead of its announcements. */
  mostEvents?: number
  /** Tables to which it adds work (platform/work). */
  wakes?: readonly string[]
}

export const ANNOUNCEMENTS = 'announcements'

// Short enough to be rolled back without harm, large enough to share a commit. Each may stand for a hundred emails.
const BATCH = 100

// A listener that is slow in one project does not hold up another; requests need the other connections.
const SLOTS = 2

export const announcementWork = ({
  name,
  handle,
  mostEvents,
  wakes = [],
}: Listener): QueuedWork<AnnouncementRow> => ({
  type: 'queued',
  name: `events for ${name}`,
  table: ANNOUNCEMENTS,
  condition: sql<boolean>`listener = ${name}::text`,
  columns: ANNOUNCEMENT_COLUMNS,
  ...(mostEvents !== undefined && { size: EVENT_COUNT }),
  batchSize: mostEvents ?? BATCH,
  slots: SLOTS,
  wakes,
  handle: (trx, { projectId, rows }) =>
    handle(trx, { projectId, announcements: rows.flatMap(toAnnouncements) }),
  describe: ({ event_id: eventId, name: eventName }) => ({ eventId, name: eventName }),
})
