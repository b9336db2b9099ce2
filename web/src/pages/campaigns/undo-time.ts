// How long sending can be undone. The server decides (`leavesAt`), but its clock may differ from the browser's, so the page
// that sent the campaign counts from its own click.
import type { Campaign } from '../../api/sending/campaigns.ts'

/** Long enough to notice a mistake. */
export const UNDO_SECONDS = 10

const sentHere = new Map<string, number>()

export const rememberSent = (campaignId: string): void => {
  sentHere.set(campaignId, Date.now())
}

/** Seconds left to undo; 0 once the recipients are fixed. */
export function undoSeconds(
  campaign: Pick<Campaign, 'id' | 'status' | 'leavesAt' | 'recipientCount'>,
  now: number,
): number {
  const { id, status, leavesAt, recipientCount } = campaign
  if (status !== 'SENDING' || recipientCount !== null || leavesAt === null) return 0
  const sentAt = sentHere.get(id)
  const until = sentAt === undefined ? Date.parse(leavesAt) : sentAt + UNDO_SECONDS * 1000
  return Math.min(UNDO_SECONDS, Math.max(0, Math.ceil((until - now) / 1000)))
}
