import type { z } from 'zod'
import { hashAddress } from '../../../platform/consent-source.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { findContact } from '../record/contacts.queries.ts'
import { countLedger, listLedger } from './consent.queries.ts'
import type { LedgerRow } from './consent.queries.ts'
import { ConsentList, ConsentListQuery } from './consent.schema.ts'
import type { ConsentChange } from './consent.schema.ts'

export function consentRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/contacts/:id/consent',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'listContactConsent',
        summary: 'List what a contact has agreed to',
        description:
          'Returns every change of the subscription and of the choices for topics, newest first: when, by whom, and the text that was shown. Entries never change. Entries of a deleted contact with the same address are part of it.',
        params: idParams<'contact'>(),
        querystring: ConsentListQuery,
        response: answers({ 200: ConsentList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId, params } = request
      const contact = await findContact(db, { projectId, contactId: params.id })
      if (!contact) throw new AppError('CONTACT_NOT_FOUND')
      const addressHash = hashAddress(secrets, { projectId, email: contact.email })
      const person = { projectId, contactId: contact.id, addressHash }
      return listing(request, {
        name: 'consent',
        owner: contact.id,
        page: (within, { limit, before }) => listLedger(within, { person, limit, before }),
        count: (within) => countLedger(within, { person }),
        keyOf: (row) => String(row.id),
        item: toConsentChange,
      })
    },
  )
}

function toConsentChange(row: LedgerRow): z.infer<typeof ConsentChange> {
  const { what, topic, before, after, source, network } = row
  return {
    what,
    topic,
    before,
    after,
    at: row.created_at.toISOString(),
    source,
    sourceId: row.source_id,
    text: row.shown_text,
    network: network?.toString('hex') ?? null,
  } as z.infer<typeof ConsentChange>
}
