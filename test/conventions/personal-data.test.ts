// A person can ask for everything that is stored about them: no table may be forgotten.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Tables with a contact that the export leaves out, and why. */
const LEFT_OUT: Record<string, string> = {
  announcements: 'a copy of an event for a moment',
  cap_slots: 'ids and times of emails, which the export has',
  deleted_contacts: 'contacts that are gone, without an address',
  email_queue: 'part of all_emails',
  segment_notes: 'work that waits for a moment',
  segment_times: 'when a segment looks at the contact again',
  track_arrivals: 'the last time of a request, for a day',
  workflow_dates: 'dates of its data that have started workflows',
  workflow_entries: 'marks that keep executions from starting twice',
  webhook_feed_events: 'copies of events, while somebody listens',
  workflow_waits: 'what an execution waits for',
  emails: 'part of all_emails',
}

it('the export of a person has every table that names a contact', () => {
  const tables = [...read('src/platform/db/tables.ts').matchAll(/^export interface (\w+) \{([^}]*)\}/gm)]
    .filter(([, , columns = '']) => /^\s+contact_id:/m.test(columns))
    .map(([, name = '']) => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase())
  const queries = read('src/features/personal-data/personal-data.queries.ts')
  const forgotten = tables.filter(
    (table) => !new RegExp(`\\b${table} as x`).test(queries) && !(table in LEFT_OUT),
  )
  expect(forgotten).toEqual([])
})
