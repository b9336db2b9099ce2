import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { countAuditEntries, listAuditEntries } from './audit.queries.ts'
import type { AuditRow } from './audit.queries.ts'
import { AuditList, AuditListQuery } from './audit.schema.ts'

const toEntry = (row: AuditRow) => ({
  id: row.id,
  action: row.action,
  actor: { kind: row.actor_kind as 'user' | 'key' | 'nobody', id: row.actor_id, name: row.actor_name },
  target: row.target,
  ipAddress: row.ip_address,
  createdAt: row.created_at.toISOString(),
})

export function auditRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)
  app.get(
    '/audit',
    {
      config: { access: 'member', readsReplica: true, role: 'admin' },
      schema: {
        tags: ['Members'],
        operationId: 'listAuditEntries',
        summary: 'List audit log entries',
        description:
          'Returns the audit log, newest first unless `sort` says otherwise: sign-ins of members, including failed ones, changes of keys, members, invitations, domains and project settings, and bulk deletions of contacts. Entries are kept for a year.',
        querystring: AuditListQuery,
        response: answers({ 200: AuditList }),
      },
    },
    (request) =>
      listing(request, { name: 'entries', page: listAuditEntries, count: countAuditEntries, item: toEntry }),
  )
}
