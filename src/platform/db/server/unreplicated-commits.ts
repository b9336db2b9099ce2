// Fails commits that a synchronous standby has not confirmed. A cancel of a commit that waits for a standby ends only the wait:
// PostgreSQL reports success, with a warning that the commit may not be replicated. An email that was accepted like that would be
// lost by a fail-over, so for us the outcome is unknown, as after a lost connection.
import type pg from 'pg'

/** The place in PostgreSQL that waits. The text of the warning depends on the language of the server. */
const WAITING_ROUTINE = 'SyncRepWaitForLSN'

/** Begins as the error of a lost connection does, because it is to be treated as one, see database-errors.ts. */
const UNREPLICATED = 'Connection terminated: the commit was not confirmed by the synchronous standby'

/** Internals of the driver (pg 8.23), not part of its types: the error that the running query ends with, whatever its result is. */
type PgClientInternals = { _getActiveQuery(): { _canceledDueToError?: Error } | null }

export function refuseUnreplicatedCommits(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine !== WAITING_ROUTINE) return
    const query = (client as unknown as PgClientInternals)._getActiveQuery()
    if (query) query._canceledDueToError = new Error(UNREPLICATED)
  })
}
