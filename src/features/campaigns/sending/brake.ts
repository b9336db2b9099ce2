// When a campaign stops itself, before receivers and the project's own health do (docs/feedback.md). Pure.

/** What has come of it so far. */
export type Judged = { attempted: number; delivered: number; bounced: number; complained: number }

// The project's marketing email is paused at 0.3 % and 5 %.
const MOST_COMPLAINTS = 0.002
const MOST_BOUNCES = 0.03

// One angry reader of a small list does not make it a bad one.
const LEAST_COMPLAINTS = 3

// A share of fewer emails says nothing: with ten, one mistyped address would be ten per cent.
const LEAST_SENT = 200

const percent = (rate: number): string => `${Number((rate * 100).toPrecision(2))} %`

/** Why the campaign should stop; undefined while all is well. */
export function brakeReason({ attempted, delivered, bounced, complained }: Judged): string | undefined {
  const complaintRate = delivered === 0 ? 0 : complained / delivered
  if (complained >= LEAST_COMPLAINTS && complaintRate > MOST_COMPLAINTS) {
    return `${complained} of ${delivered} emails (${percent(complaintRate)}) were reported as spam; the limit is ${percent(MOST_COMPLAINTS)}. Resume only if you know why.`
  }
  const bounceRate = attempted === 0 ? 0 : bounced / attempted
  if (attempted >= LEAST_SENT && bounceRate > MOST_BOUNCES) {
    return `${bounced} of ${attempted} emails (${percent(bounceRate)}) bounced; the limit is ${percent(MOST_BOUNCES)}. Resume only if you know why.`
  }
  return undefined
}

/** Of the figures of a campaign. */
export const judgedOf = ({ sent, refused, delivered, bounced, complained }: Figures): Judged => ({
  attempted: sent + refused,
  delivered,
  bounced,
  complained,
})

type Figures = Omit<Judged, 'attempted'> & { sent: number; refused: number }

/** What has come since a count that was taken before. */
export const since = (now: Judged, before: Partial<Judged>): Judged => ({
  attempted: now.attempted - (before.attempted ?? 0),
  delivered: now.delivered - (before.delivered ?? 0),
  bounced: now.bounced - (before.bounced ?? 0),
  complained: now.complained - (before.complained ?? 0),
})
