import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { ContactEventsQuery, EventList } from '../../events/events.schema.ts'
import { countEvents, listEvents, toEvent } from '../../events/index.ts'
import { findContact } from './contacts.queries.ts'

/** Part of contacts and not of events, which do not know contacts: an unknown contact is a 404. */
export function contactEventRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/contacts/:id/events',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'listContactEvents',
        summary: 'List the events of a contact',
        description: 'Returns the events of the contact, newest first.',
        params: idParams<'contact'>(),
        querystring: ContactEventsQuery,
        response: answers({ 200: EventList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId } = request
      const contactId = request.params.id
      if (!(await findContact(db, { projectId, contactId }))) throw new AppError('CONTACT_NOT_FOUND')
      return listing(request, {
        name: 'events',
        owner: contactId,
        page: (db, asked) => listEvents(db, { ...asked, filter: { ...asked.filter, contactId } }),
        count: (db, { filter }) => countEvents(db, { projectId, filter: { ...filter, contactId } }),
        item: toEvent,
      })
    },
  )
}
