// Emails whose workers crashed before they recorded a result: out of memory, a crash in native code, an endless loop,
// or just a power failure. One of them may be the cause and would crash one worker after the other. So they are tried
// one after the other in the whole installation: the harmless ones are sent, and the one that crashes its workers is
// given up.

/** From this many lost claims on, an email is tried alone. One is any ordinary crash. */
export const SUSPECT_FROM = 2

export const GIVEN_UP_AFTER = 5

// The largest smallint: counts of an email stop there, since the database would reject more.
export const MOST_COUNTED = 32_767

export const GIVEN_UP_REASON = `given up: ${GIVEN_UP_AFTER} times in a row the thread or the process that had this email ended before the result was known, so it may have arrived; the log of the server has the details`
