import { sql } from 'kysely'
import { makeEventMonths } from '../../src/features/events/fixtures/event-months.ts'
import { insertEvents } from '../../src/features/events/index.ts'
import { newId } from '../../src/platform/ids.ts'
import type { EventId } from '../../src/platform/ids.ts'
import type { TestApp } from './test-app.ts'

export type RecordedOpen = {
  contactId: string
  at: Date
  emailId?: string
  name?: 'email.opened' | 'email.clicked' | 'page.viewed'
  verdict?: 'human' | 'machine' | 'unknown'
}

/** Events as tracking records them, at any time. */
export async function recordOpens(
  { deps, project: { projectId } }: TestApp,
  opens: readonly RecordedOpen[],
): Promise<void> {
  const months = new Set(opens.map(({ at }) => at.toISOString().slice(0, 7)))
  for (const month of months) await makeEventMonths(deps.database, new Date(`${month}-15T00:00:00Z`))
  const rows = opens.map(({ contactId, at, emailId, name = 'email.opened', verdict = 'human' }) => ({
    id: newId<EventId>(at),
    contactId,
    emailId,
    name,
    data: { verdict },
    at,
  }))
  await insertEvents(sql`
    select ${projectId}::uuid, id, name, "contactId", "emailId", data, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, name text, "contactId" uuid, "emailId" uuid, data jsonb, at timestamptz)`).execute(
    deps.database.db,
  )
}

const DAY_MS = 86_400_000

/** Opens at this hour (UTC) on as many of the last days. */
export const opensAt = (
  contactId: string,
  { now, hour, days = 3 }: { now: Date; hour: number; days?: number },
) =>
  Array.from({ length: days }, (_, index): RecordedOpen => {
    const at = new Date(now.getTime() - (index + 2) * DAY_MS)
    at.setUTCHours(hour, 20, 0, 0)
    return { contactId, at }
  })
