// Contacts within an audience, as clients name them with `audienceId`, and the segments that a contact joins and leaves.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import type { Contact } from '../../contacts/contacts.schema.ts'
import type { MembersRemoved, SegmentExplained } from '../../segments/segments.schema.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import { createContactFinder } from './resend-contact-finder.ts'
import {
  AudienceContactParams,
  ContactSegmentParams,
  ResendContact,
  ResendContactChanged,
  ResendContactDeleted,
  ResendContactPatch,
  ResendMembership,
  ResendMembershipDeleted,
} from './resend-records.schema.ts'
import { strictRecord, toContactPatch, toResendContact } from './resend-records.ts'
import { ResendError } from './resend.schema.ts'

type OwnContact = z.output<typeof Contact>
type Membership = { contact: string; segment: string }

const tags = ['Compatibility']

export function resendMembershipRoutes(app: App, door: Door): void {
  const findContact = createContactFinder(door)
  const ofAudience = `${door.provider.path}/audiences/:audience/contacts/:id`
  const ofContact = `${door.provider.path}/contacts/:id/segments/:segment`

  app.get(
    ofAudience,
    {
      ...door.optionsFor('getContact'),
      schema: {
        tags,
        operationId: 'resendGetAudienceContact',
        summary: 'Get a contact of an audience in the form of Resend',
        description: 'Returns the contact with this id or address, if it is in the segment.',
        params: AudienceContactParams,
        response: doorAnswers({ 200: ResendContact }, ResendError),
      },
    },
    async (request) => {
      const { id: contact, audience: segment } = request.params
      const found = await findMember(request, { contact, segment })
      return { object: 'contact' as const, ...toResendContact(found), properties: found.data }
    },
  )

  app.patch(
    ofAudience,
    {
      ...door.optionsFor('updateContact', strictRecord),
      schema: {
        tags,
        operationId: 'resendUpdateAudienceContact',
        summary: 'Update a contact of an audience in the form of Resend',
        description:
          'Changes what is given of the contact with this id or address, if it is in the segment. The change is that of the contact: it has one state for all segments.',
        params: AudienceContactParams,
        body: ResendContactPatch,
        response: doorAnswers({ 200: ResendContactChanged }, ResendError),
      },
    },
    async (request) => {
      const { id: contact, audience: segment } = request.params
      const { id } = await findMember(request, { contact, segment })
      await door.call(request, 'updateContact', { params: { id }, body: toContactPatch(request.body) })
      return { object: 'contact' as const, id }
    },
  )

  app.delete(
    ofAudience,
    {
      ...door.optionsFor('removeSegmentMembers'),
      schema: {
        tags,
        operationId: 'resendDeleteAudienceContact',
        summary: 'Remove a contact from an audience in the form of Resend',
        description: 'Removes the contact from the static segment. The contact itself remains.',
        params: AudienceContactParams,
        response: doorAnswers({ 200: ResendContactDeleted }, ResendError),
      },
    },
    async (request) => {
      const { id: contact, audience: segment } = request.params
      const { id } = await removeMember(request, { contact, segment })
      return { object: 'contact' as const, contact: id, deleted: true as const }
    },
  )

  app.post(
    ofContact,
    {
      ...door.optionsFor('addSegmentMembers'),
      schema: {
        tags,
        operationId: 'resendAddContactSegment',
        summary: 'Add a contact to a segment in the form of Resend',
        description: 'Adds the contact with this id or address to the static segment.',
        params: ContactSegmentParams,
        response: doorAnswers({ 200: ResendMembership }, ResendError),
      },
    },
    async (request) => {
      const { id: key, segment } = request.params
      const { id, email } = await findContact(request, key)
      // A contact that is deleted at this moment is not created again.
      const body = { emails: [email], createMissing: false }
      const { notFound } = await door.call<{ notFound: string[] }>(request, 'addSegmentMembers', {
        params: { id: segment },
        body,
      })
      if (notFound.length > 0) throw new AppError('CONTACT_NOT_FOUND')
      return { id }
    },
  )

  app.delete(
    ofContact,
    {
      ...door.optionsFor('removeSegmentMembers'),
      schema: {
        tags,
        operationId: 'resendRemoveContactSegment',
        summary: 'Remove a contact from a segment in the form of Resend',
        description: 'Removes the contact with this id or address from the static segment.',
        params: ContactSegmentParams,
        response: doorAnswers({ 200: ResendMembershipDeleted }, ResendError),
      },
    },
    async (request) => {
      const { id: contact, segment } = request.params
      const { id } = await removeMember(request, { contact, segment })
      return { id, audienceId: segment, deleted: true as const }
    },
  )

  async function findMember(request: FastifyRequest, { contact, segment }: Membership): Promise<OwnContact> {
    const found = await findContact(request, contact)
    const { isMember } = await door.call<z.output<typeof SegmentExplained>>(request, 'explainSegment', {
      params: { id: segment },
      query: { contactId: found.id },
    })
    if (!isMember) throw notMember()
    return found
  }

  async function removeMember(
    request: FastifyRequest,
    { contact, segment }: Membership,
  ): Promise<OwnContact> {
    const found = await findContact(request, contact)
    const { removed } = await door.call<z.output<typeof MembersRemoved>>(request, 'removeSegmentMembers', {
      params: { id: segment },
      body: { emails: [found.email] },
    })
    if (removed === 0) throw notMember()
    return found
  }
}

const notMember = () => new AppError('CONTACT_NOT_FOUND', { message: 'The contact is not in this audience.' })
