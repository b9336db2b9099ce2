// Asks SpamAssassin about the emails of a campaign, as a contact without data gets them.
import type { z } from 'zod'
import type { Db } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createSentRendering, createSpamCheck } from '../../content-checks/index.ts'
import type { SpamChecks } from '../../content-checks/spam/spam.schema.ts'
import { findProject } from '../../projects/index.ts'
import { inspectBody } from '../../templates/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { fieldsOf, textsOf } from './campaign-texts.ts'

/** A judgement takes some seconds, and a project gets one at a time. */
const MOST_EMAILS = 10

/** @throws AppError TEMPLATE_SYNTAX, RATE_LIMIT_EXCEEDED */
export function createCampaignSpamCheck(deps: Pick<Deps, 'threads' | 'publicUrl' | 'config' | 'clock'>) {
  const judgeSpam = createSpamCheck(deps)
  const renderSent = createSentRendering(deps)
  return async (db: Db, ref: CampaignRef): Promise<z.output<typeof SpamChecks>> => {
    const { projectId } = ref
    const campaign = requireCampaign(await findCampaign(db, ref))
    const project = await findProject(db, { projectId })
    const rendered = []
    for (const { field, language, texts } of textsOf(campaign).slice(0, MOST_EMAILS)) {
      const fields = fieldsOf(texts)
      const inspection = await inspectBody(db, { threads: deps.threads, projectId, fields })
      const email = { projectId, fields, inspection }
      const sent = await renderSent(email, { project, contact: undefined, data: {} })
      rendered.push({ field, language, sent })
    }
    const emails = rendered.map(({ sent }) => ({ from: campaign.from_email, ...sent }))
    const verdicts = await judgeSpam({ projectId, emails })
    return {
      emails: rendered.flatMap(({ field, language, sent: { subject } }, index) => {
        const verdict = verdicts[index]
        return verdict ? [{ field, language, subject, ...verdict }] : []
      }),
    }
  }
}
