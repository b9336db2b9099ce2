import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalidFields } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Contact, ContactList } from '../../contacts/contacts.schema.ts'
import type { Segment } from '../../segments/segments.schema.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import { createContactFinder } from './resend-contact-finder.ts'
import {
  ContactParams,
  ResendAudienceMember,
  ResendContact,
  ResendContactChanged,
  ResendContactCreate,
  ResendContactDeleted,
  ResendContactList,
  ResendContactPatch,
  ResendListQuery,
} from './resend-records.schema.ts'
import { queryOf, strictRecord, toContactPatch, toResendContact } from './resend-records.ts'
import { ResendError } from './resend.schema.ts'

type OwnContact = z.output<typeof Contact>

const tags = ['Compatibility']
const CREATED = 201

export function resendContactRoutes(app: App, door: Door): void {
  const path = `${door.provider.path}/contacts`
  const findContact = createContactFinder(door)

  app.post(
    path,
    {
      ...door.optionsFor('upsertContact', strictRecord),
      schema: {
        tags,
        operationId: 'resendCreateContact',
        summary: 'Create a contact in the form of Resend',
        description:
          'Creates the contact, or changes the one with this address, and adds it to static segments. An unknown segment refuses the call before anything is written.',
        body: ResendContactCreate,
        response: doorAnswers({ 201: ResendContactChanged }, ResendError),
      },
    },
    async (request, reply) => {
      const { segments = [], ...contact } = request.body
      const ids = segments.map(({ id }) => id)
      return reply.code(CREATED).send(await saveContact(request, { contact, segments: ids }))
    },
  )

  app.post(
    `${door.provider.path}/audiences/:id/contacts`,
    {
      ...door.optionsFor('upsertContact', strictRecord),
      schema: {
        tags,
        operationId: 'resendCreateAudienceContact',
        summary: 'Add a contact to an audience in the form of Resend',
        description:
          'Creates the contact, or changes the one with this address, and adds it to the static segment.',
        params: idParams<'segment'>(),
        body: ResendAudienceMember,
        response: doorAnswers({ 201: ResendContactChanged }, ResendError),
      },
    },
    async (request, reply) => {
      const { body: contact, params } = request
      return reply.code(CREATED).send(await saveContact(request, { contact, segments: [params.id] }))
    },
  )

  app.get(
    path,
    {
      ...door.optionsFor('listContacts'),
      schema: {
        tags,
        operationId: 'resendListContacts',
        summary: 'List contacts in the form of Resend',
        description: 'Returns the first contacts, newest first.',
        querystring: ResendListQuery,
        response: doorAnswers({ 200: ResendContactList }, ResendError),
      },
    },
    async (request) => {
      const { contacts, hasMore } = await door.call<z.output<typeof ContactList>>(request, 'listContacts', {
        query: queryOf(request.query),
      })
      return { object: 'list' as const, data: contacts.map(toResendContact), has_more: hasMore }
    },
  )

  app.get(
    `${path}/:id`,
    {
      ...door.optionsFor('getContact'),
      schema: {
        tags,
        operationId: 'resendGetContact',
        summary: 'Get a contact in the form of Resend',
        description: 'Returns the contact with this id or address.',
        params: ContactParams,
        response: doorAnswers({ 200: ResendContact }, ResendError),
      },
    },
    async (request) => {
      const contact = await findContact(request, request.params.id)
      return { object: 'contact' as const, ...toResendContact(contact), properties: contact.data }
    },
  )

  app.patch(
    `${path}/:id`,
    {
      ...door.optionsFor('updateContact', strictRecord),
      schema: {
        tags,
        operationId: 'resendUpdateContact',
        summary: 'Update a contact in the form of Resend',
        description: 'Changes what is given of the contact with this id or address.',
        params: ContactParams,
        body: ResendContactPatch,
        response: doorAnswers({ 200: ResendContactChanged }, ResendError),
      },
    },
    async (request) => {
      const { id } = await findContact(request, request.params.id)
      await door.call(request, 'updateContact', { params: { id }, body: toContactPatch(request.body) })
      return { object: 'contact' as const, id }
    },
  )

  app.delete(
    `${path}/:id`,
    {
      ...door.optionsFor('deleteContact'),
      schema: {
        tags,
        operationId: 'resendDeleteContact',
        summary: 'Delete a contact in the form of Resend',
        description: 'Deletes the contact with this id or address.',
        params: ContactParams,
        response: doorAnswers({ 200: ResendContactDeleted }, ResendError),
      },
    },
    async (request) => {
      const { id } = await findContact(request, request.params.id)
      await door.call(request, 'deleteContact', { params: { id } })
      return { object: 'contact' as const, contact: id, deleted: true as const }
    },
  )

  /** The segments are looked up first: a contact that is written is written as a whole. */
  async function saveContact(
    request: FastifyRequest,
    { contact, segments }: { contact: Omit<ResendContactCreate, 'segments'>; segments: readonly string[] },
  ) {
    for (const id of segments) {
      const segment = await door.call<z.output<typeof Segment>>(request, 'getSegment', { params: { id } })
      if (segment.type !== 'STATIC') throw notStatic()
    }
    const body = { email: contact.email, ...toContactPatch(contact) }
    const { id, email } = await door.call<OwnContact>(request, 'upsertContact', { body })
    for (const segment of segments) {
      await door.call(request, 'addSegmentMembers', { params: { id: segment }, body: { emails: [email] } })
    }
    return { object: 'contact' as const, id }
  }
}

const notStatic = () =>
  invalidFields({
    field: 'segments',
    message: 'must be static segments: a filter decides who is in the others',
    code: 'custom',
  })
