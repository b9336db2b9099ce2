// The part of GET /explain that only campaigns know: their audience, their state, and their email.
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ContactId } from '../../../platform/ids.ts'
import type { EmailQuestion, GateVerdict } from '../../delivery/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findHeldSince } from '../../goals/index.ts'
import { heldContacts } from '../sending/recipients.queries.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { audienceCondition } from '../sending/audience.service.ts'
import { isTimed } from '../sending/timing/local-time.ts'
import { findEmailOfContact, isInLedger, isMatching } from './campaign-recipient.queries.ts'
import type { EmailOfContact } from './campaign-recipient.queries.ts'
import { audienceVerdict, stateVerdict } from './campaign-verdicts.ts'
import type { AudienceAnswer } from './campaign-verdicts.ts'

type CampaignQuestion = CampaignRef & { contactId: ContactId; filters: Filters; now: Date }

export type ExplainedCampaign = {
  email: EmailQuestion
  /** Its email to the contact, if it waits. */
  waiting: EmailOfContact | undefined
  segment: GateVerdict
  /** null: nobody is held back. */
  holdout: { percent: number; isHeld: boolean; since: Date | null } | null
  state: GateVerdict
}

/** @throws AppError CAMPAIGN_NOT_FOUND */
export async function explainCampaign(
  db: Db,
  { contactId, filters, now, ...ref }: CampaignQuestion,
): Promise<ExplainedCampaign> {
  const campaign = requireCampaign(await findCampaign(db, ref))
  const { started_at: startedAt, frozen_at: frozenAt } = campaign
  const sent = startedAt && { ...ref, contactId, startedAt }
  const email = sent ? await findEmailOfContact(db, sent) : undefined
  const isSelected =
    sent !== null && frozenAt !== null && (await isInLedger(db, { ...sent, isLocal: isTimed(campaign) }))
  const isRecipient = isSelected || email !== undefined
  const audience = isRecipient ? null : await readAudience(db, { campaign, contactId, filters, now })
  return {
    email: {
      step: null,
      isMarketing: true,
      topic: campaign.topic,
      from: campaign.from_email,
      isControlled: !campaign.includes_control_group,
    },
    waiting: email?.isWaiting === true ? email : undefined,
    segment: audienceVerdict(campaign, audience),
    holdout: await readHoldout(db, { campaign, contactId, isRecipient }),
    state: stateVerdict(campaign, { email, isInLedger: isSelected }),
  }
}

/** Before the recipients are selected, the answer is what would happen. */
async function readHoldout(
  db: Db,
  { campaign, contactId, isRecipient }: { campaign: CampaignRow; contactId: ContactId; isRecipient: boolean },
): Promise<ExplainedCampaign['holdout']> {
  const { project_id: projectId, id: ownerId, holdout, frozen_at: frozenAt } = campaign
  if (holdout === null) return null
  const { percent } = holdout
  if (isRecipient) return { percent, isHeld: false, since: null }
  const since = (await findHeldSince(db, { projectId, ownerId, contactId })) ?? null
  const wouldBe = async () =>
    frozenAt === null && (await isMatching(db, { projectId, contactId, matching: heldContacts(campaign) }))
  return { percent, isHeld: since !== null || (await wouldBe()), since }
}

type AudienceQuestion = { campaign: CampaignRow; contactId: ContactId; filters: Filters; now: Date }

async function readAudience(
  db: Db,
  { campaign, contactId, filters, now }: AudienceQuestion,
): Promise<AudienceAnswer> {
  const { project_id: projectId } = campaign
  try {
    const matching = await audienceCondition(db, { campaign, filters, now })
    const run = (trx: Parameters<typeof isMatching>[0]) => isMatching(trx, { projectId, contactId, matching })
    return { isIn: await filters.run(db, { projectId, run }), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { isIn: false, problem: error.fields?.[0]?.message ?? error.message }
  }
}
