import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { callerSignal } from '../../../platform/http/replies/caller-signal.ts'
import { success } from '../../../platform/http/replies/envelope.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { LinkChecksAnswer } from '../../content-checks/links/links.schema.ts'
import { createCampaignLinkCheck } from './link-check.service.ts'
import { CampaignPreflightAnswer } from './preflight.schema.ts'
import { createPreflight } from './preflight.service.ts'

export function preflightRoutes(app: App, deps: Deps, { filters }: { filters: Filters }): void {
  const runPreflight = createPreflight(deps, { filters })
  const checkLinks = createCampaignLinkCheck(deps)

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
}
