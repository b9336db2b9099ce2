import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { findContact } from '../../contacts/index.ts'
import {
  countContactExecutions,
  listContactExecutions,
  toContactExecution,
} from './contact-executions.queries.ts'
import { ContactExecutionList, ContactExecutionsQuery } from './executions.schema.ts'

/** Part of workflows and not of contacts, which do not know workflows. */
export function contactExecutionRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/contacts/:id/executions',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'listContactExecutions',
        summary: 'List the workflow executions of a contact',
        description:
          'Returns the executions of all workflows for the contact, newest first, with the step at which each is and since when. Ended executions are kept for 90 days, or for WORKFLOW_RETENTION_DAYS. `GET /workflows/{id}/executions/{eid}` returns the history of one.',
        params: idParams<'contact'>(),
        querystring: ContactExecutionsQuery,
        response: answers({ 200: ContactExecutionList }, [404]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, contactId: request.params.id }
      if (!(await findContact(request.db, ref))) throw new AppError('CONTACT_NOT_FOUND')
      return listing(request, {
        name: 'executions',
        owner: ref.contactId,
        page: (db, { filter, limit, before }) =>
          listContactExecutions(db, { ...ref, ...filter, limit, before }),
        count: (db, { filter }) => countContactExecutions(db, { ...ref, ...filter }),
        item: toContactExecution,
      })
    },
  )
}
