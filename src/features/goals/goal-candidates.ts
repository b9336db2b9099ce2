import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ContactId } from '../../platform/ids.ts'

/** An event of a contact that reaches a goal, if the owner wrote to the contact in the window before it. */
export type GoalCandidate = { ownerId: string; contactId: ContactId; at: Date; windowSeconds: number }

// An email may wait in a queue that is held, or in a campaign that is paused, before it leaves.
const LONGEST_WAIT_DAYS = 60

/**
 * A relation for statements that look for what an owner sent: candidate (its number), owner_id, contact_id, at, begins (the start of
 * the window), and lowest_id, which no email that left in the window is below.
 */
export const goalCandidates = (candidates: readonly GoalCandidate[]): RawBuilder<unknown> => sql`(
  select number - 1 as candidate, owner_id, contact_id, at, begins,
    lowest_uuid_v7(begins - ${LONGEST_WAIT_DAYS} * interval '1 day') as lowest_id
  from rows from (jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
    as ("ownerId" uuid, "contactId" uuid, at timestamptz, "windowSeconds" int)) with ordinality
    as given (owner_id, contact_id, at, window_seconds, number)
  cross join lateral (select at - window_seconds * interval '1 second' as begins) as the_window
)`
