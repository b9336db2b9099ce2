// The sending of email for agents, in dry runs and after approvals: the functions that the routes call, in a transaction of the caller.
import type { SendingEffect, SendingEffects } from './features/approvals/index.ts'
import { lockCampaign } from './features/campaigns/campaigns.queries.ts'
import { CampaignSend } from './features/campaigns/campaigns.schema.ts'
import { requireCampaign } from './features/campaigns/campaigns.service.ts'
import { sendCampaign } from './features/campaigns/sending/send-campaign.service.ts'
import { CampaignTest } from './features/campaigns/sending/test-email.schema.ts'
import { createSendTest } from './features/campaigns/sending/test-email.service.ts'
import type { Filters } from './features/filters/index.ts'
import { SendRequest } from './features/send/send.schema.ts'
import { createSendService } from './features/send/send.service.ts'
import { inTransaction } from './platform/db/client.ts'
import type { Deps } from './platform/deps.ts'
import { AppError } from './platform/errors.ts'
import { parseBody } from './platform/http/validation/validate-request.ts'
import { readId } from './platform/ids.ts'
import type { CampaignId } from './platform/ids.ts'

export const createSendingEffects = (deps: Deps, { filters }: { filters: Filters }): SendingEffects => ({
  send_email: createEmailEffect(deps),
  send_campaign: createCampaignEffect(deps, { filters }),
  test_campaign: createTestEffect(deps),
})

function createEmailEffect(deps: Deps): SendingEffect {
  const { sendEmail } = createSendService(deps)
  return async (late, { projectId, source, arguments: body }) => {
    // A copy: validation tidies the body that it is given.
    const request = parseBody(SendRequest, structuredClone(body))
    const sent = await sendEmail(late, { projectId, source, request })
    const preview = sent.map(({ address, email: { status, reason }, missing }) => ({
      to: address,
      status,
      reason,
      missing,
    }))
    return {
      title: request.subject ?? request.template ?? '',
      recipients: sent.length,
      result: { emails: preview.map((one, index) => ({ ...one, email: sent[index]?.email.id })) },
      preview: { emails: preview },
    }
  }
}

function createCampaignEffect({ config }: Deps, { filters }: { filters: Filters }): SendingEffect {
  return async (late, { projectId, arguments: { id, options, updatedAt }, now }) => {
    const ref = { projectId, campaignId: campaignIdOf(id) }
    const parsed = parseBody(CampaignSend, structuredClone(options))
    return inTransaction(await late.begin(), async (trx) => {
      const campaign = requireCampaign(await lockCampaign(trx, ref))
      if (campaign.updated_at.toISOString() !== updatedAt) throw changedSince()
      await sendCampaign(trx, { ...ref, options: parsed, filters, config, now })
      return { title: campaign.name, result: { id: ref.campaignId }, preview: {} }
    })
  }
}

function createTestEffect(deps: Deps): SendingEffect {
  const sendTest = createSendTest(deps)
  return async (late, { projectId, arguments: { id, ...body } }) => {
    const { email, emails, variant, language } = parseBody(CampaignTest, structuredClone(body))
    const addresses = emails ?? [email].filter((one) => typeof one === 'string')
    const campaignId = campaignIdOf(id)
    const sent = await sendTest(late, {
      projectId,
      campaignId,
      addresses,
      variant: variant ?? 'A',
      language: language ?? undefined,
    })
    const preview = sent.map(({ email: to, status, reason }) => ({ email: to, status, reason }))
    return {
      title: `Test of campaign ${campaignId}`,
      recipients: sent.length,
      result: { emails: sent },
      preview: { emails: preview },
    }
  }
}

const campaignIdOf = (id: unknown): CampaignId => {
  const read = typeof id === 'string' ? readId<CampaignId>(id) : undefined
  if (read === undefined) throw new AppError('CAMPAIGN_NOT_FOUND')
  return read
}

const changedSince = () =>
  new AppError('CONFLICT', {
    message: 'The campaign was changed after it was checked, so it was not sent.',
    suggestion: 'Look at the campaign as it is now, and send it again.',
  })
