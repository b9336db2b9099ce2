// Pauses a campaign before receivers block it or the health of the project stops all marketing email (docs/feedback.md). Pure.

export type DeliveryCounts = { attempted: number; delivered: number; bounced: number; complained: number }

// The project's marketing email is paused at 0.3 % and 5 %.
const MOST_COMPLAINTS = 0.002
const MOST_BOUNCES = 0.03

// One complaint in a small list says little about the campaign.
const LEAST_COMPLAINTS = 3

// With fewer emails a rate says little: one mistyped address among ten would be ten per cent.
const LEAST_SENT = 200

const percent = (rate: number): string => `${Number((rate * 100).toPrecision(2))} %`

/** Why the campaign should be paused; undefined within the limits. */
export function autoPauseReason(counts: DeliveryCounts): string | undefined {
  const { attempted, delivered, bounced, complained } = counts
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

export const deliveryCountsOf = ({
  sent,
  refused,
  delivered,
  bounced,
  complained,
}: Omit<DeliveryCounts, 'attempted'> & { sent: number; refused: number }): DeliveryCounts => ({
  attempted: sent + refused,
  delivered,
  bounced,
  complained,
})

/** The increase after an earlier count. */
export const countsSince = (now: DeliveryCounts, before: Partial<DeliveryCounts>): DeliveryCounts => ({
  attempted: now.attempted - (before.attempted ?? 0),
  delivered: now.delivered - (before.delivered ?? 0),
  bounced: now.bounced - (before.bounced ?? 0),
  complained: now.complained - (before.complained ?? 0),
})
