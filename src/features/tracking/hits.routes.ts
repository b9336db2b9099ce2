import type { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { findTrackedEmail } from '../emails/index.ts'
import { countHits, listHitsPage } from './tracking.queries.ts'
import type { StoredHit } from './tracking.queries.ts'
import { EmailHitList } from './tracking.schema.ts'
import type { EmailHit } from './tracking.schema.ts'

export function hitRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/emails/:id/hits',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags: ['Emails'],
        operationId: 'listEmailHits',
        summary: 'List the opens and clicks of an email',
        description:
          'Returns every open and click, newest first, each with a verdict: caused by a person or by a machine.',
        params: idParams<'email'>(),
        querystring: PageQuery,
        response: answers({ 200: EmailHitList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const emailId = request.params.id
      const email = await findTrackedEmail(db, { projectId, emailId })
      if (!email) throw new AppError('RESOURCE_NOT_FOUND')
      return listing(request, {
        name: 'hits',
        owner: emailId,
        page: (db, options) => listHitsPage(db, { ...options, emailId }),
        count: () => countHits(db, { projectId, emailId }),
        item: (hit: StoredHit) => toEmailHit(hit, email.links),
      })
    },
  )
}

function toEmailHit(hit: StoredHit, links: readonly string[]): z.infer<typeof EmailHit> {
  return {
    id: hit.id,
    kind: hit.kind,
    url: hit.link === null ? null : (links[hit.link] ?? null),
    ...hit.judgement,
    rulesVersion: hit.version,
    userAgent: hit.userAgent,
    method: hit.isHead ? 'HEAD' : 'GET',
    place: hit.place,
    createdAt: hit.at.toISOString(),
  }
}
