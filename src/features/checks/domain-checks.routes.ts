import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { DomainChecks } from './checks.schema.ts'
import { readDomainChecks, runChecksNow } from './domain-checks.service.ts'

const tags = ['Domains']

export function domainCheckRoutes(app: App, { clock }: Deps): void {
  app.get(
    '/domains/:id/checks',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getDomainChecks',
        summary: 'Get the checks of a domain',
        description:
          'Returns what the hourly checks of the domain found last (SPF, DKIM, DMARC, MTA-STS, TLS-RPT, BIMI, and the certificate of its links), with a remedy for each problem, and when their states changed.',
        params: idParams<'domain'>(),
        response: answers({ 200: DomainChecks }, [404]),
      },
    },
    ({ db, projectId, params }) => readDomainChecks(db, { projectId, domainId: params.id }),
  )

  app.post(
    '/domains/:id/checks/run',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'runDomainChecks',
        summary: 'Check a domain now',
        description:
          'Runs the checks of the domain now and returns those of the last run; GET /domains/{id}/checks has the new ones when its `checkedAt` changes, usually within seconds. Returns 429 if they were asked for less than a minute ago, and 400 for names for tests.',
        params: idParams<'domain'>(),
        response: answers({ 202: DomainChecks }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) =>
      reply.code(202).send(await runChecksNow(db, { projectId, domainId: params.id, now: clock.now() })),
  )
}
