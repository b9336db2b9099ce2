import { Readable } from 'node:stream'
import { hashAddress } from '../../platform/consent-source.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import { findContact, toContact } from '../contacts/index.ts'
import { PersonalData } from './personal-data.schema.ts'
import { exportPersonalData } from './personal-data.service.ts'

export function personalDataRoutes(app: App, { clock, secrets }: Deps): void {
  app.get(
    '/contacts/:id/export',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Contacts'],
        operationId: 'exportPersonalData',
        summary: 'Export everything about one contact',
        description:
          'Returns all that is stored about one person as JSON: the contact, its suppression, consent ledger, segments, events, emails with their history and what was opened and clicked, campaigns, workflows and webhook deliveries. For answering a request under the GDPR.',
        params: idParams<'contact'>(),
        response: answers({ 200: PersonalData }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const row = await findContact(db, { projectId, contactId: params.id })
      if (!row) throw new AppError('CONTACT_NOT_FOUND')
      const { email } = row
      const addressHash = hashAddress(secrets, { projectId, email })
      const person = { projectId, contactId: row.id, email, addressHash }
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="contact-${row.id}.json"`,
        })
        .send(Readable.from(exportPersonalData(db, { person, contact: toContact(row, clock.now()) })))
    },
  )
}
