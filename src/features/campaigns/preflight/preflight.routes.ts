import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { callerSignal } from '../../../platform/http/replies/caller-signal.ts'
import { success } from '../../../platform/http/replies/envelope.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { LinkChecksAnswer } from '../../content-checks/links/links.schema.ts'
import { SpamChecksAnswer } from '../../content-checks/spam/spam.schema.ts'
import { createCampaignLinkCheck } from './link-check.service.ts'
import { CampaignPreflightAnswer } from './preflight.schema.ts'
import { createPreflight } from './preflight.service.ts'
import { createCampaignSpamCheck } from './spam-check.service.ts'

export function preflightRoutes(app: App, deps: Deps, { filters }: { filters: Filters }): void {
  const runPreflight = createPreflight(deps, { filters })
  const checkLinks = createCampaignLinkCheck(deps)
  const checkSpam = createCampaignSpamCheck(deps)

  app.post(
    '/campaigns/:id/preflight',
    {
      config: { access: 'read', beginsLate: true },
      schema: {
        tags: ['Campaigns'],
        operationId: 'preflightCampaign',
        summary: 'Check a campaign before sending it',
        description:
          'Returns the problems that the campaign would have if it were sent now: an unverified sender, an empty audience, contacts that are left out, empty variables with the number of recipients, broken links, images without alt text, and emails that Gmail would cut off. Changes nothing. If counting the audience takes more than 5 seconds, the other problems are returned without it.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignPreflightAnswer }, [404]),
      },
    },
    async ({ projectId, params, late }, reply) => {
      const ref = { projectId, campaignId: params.id }
      return success(await runPreflight(late.db, { ...ref, signal: callerSignal(reply) }))
    },
  )

  app.post(
    '/campaigns/:id/checks/links',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags: ['Campaigns'],
        operationId: 'checkCampaignLinks',
        summary: 'Check the links of a campaign',
        description:
          'Asks the links of all variants and translations whether they answer, as `POST /templates/checks/links` does.',
        params: idParams<'campaign'>(),
        response: answers({ 200: LinkChecksAnswer }, [404]),
      },
    },
    async ({ projectId, params, late }) =>
      success(await checkLinks(late.db, { projectId, campaignId: params.id })),
  )

  app.post(
    '/campaigns/:id/checks/spam',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags: ['Campaigns'],
        operationId: 'checkCampaignSpam',
        summary: 'Check the spam score of a campaign',
        description:
          'Asks SpamAssassin about the campaign, its variants and its translations, as a contact without data gets them, if the operator of this server has set SPAMD_HOST. At most 10 emails, one after the other, none after 40 seconds. Returns 429 while the project asks about other emails.',
        params: idParams<'campaign'>(),
        response: answers({ 200: SpamChecksAnswer }, [404]),
      },
    },
    async ({ projectId, params, late }) =>
      success(await checkSpam(late.db, { projectId, campaignId: params.id })),
  )
}
