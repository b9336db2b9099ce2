// How long what was just sent can be taken back. The server keeps the time (`leavesAt`); its clock may differ from that of this
// computer, so a page that sent the campaign itself counts from there.
import type { Campaign } from '../../api/campaigns.ts'

/** Long enough to notice a mistake. */
export const UNDO_SECONDS = 10

const sentHere = new Map<string, number>()

export const rememberSent = (campaignId: string): void => {
  sentHere.set(campaignId, Date.now())
}

/** Seconds left to take it back, of a campaign whose recipients are not fixed yet; 0 if it is too late. */
export function undoSeconds(
  campaign: Pick<Campaign, 'id' | 'status' | 'leavesAt' | 'recipientCount'>,
  now: number,
): number {
  const { id, status, leavesAt, recipientCount } = campaign
  if (status !== 'SENDING' || recipientCount !== null || leavesAt === null) return 0
  const begun = sentHere.get(id)
  const until = begun === undefined ? Date.parse(leavesAt) : begun + UNDO_SECONDS * 1000
  return Math.min(UNDO_SECONDS, Math.max(0, Math.ceil((until - now) / 1000)))
}
