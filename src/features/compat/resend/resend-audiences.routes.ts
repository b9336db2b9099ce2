// Audiences, which newer clients call segments: the same routes at two paths.
import type { z } from 'zod'
import type { App } from '../../../platform/http/app-types.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { ContactList } from '../../contacts/contacts.schema.ts'
import type { Segment, SegmentList } from '../../segments/segments.schema.ts'
import { doorAnswers } from '../door-answers.ts'
import type { Door } from '../door.ts'
import {
  ResendAudience,
  ResendAudienceCreate,
  ResendAudienceDeleted,
  ResendAudienceList,
  ResendContactList,
  ResendListQuery,
} from './resend-records.schema.ts'
import { queryOf, strictRecord, toAudience, toResendContact } from './resend-records.ts'
import { ResendError } from './resend.schema.ts'

const tags = ['Compatibility']
const CREATED = 201

type Name = { object: 'audience' | 'segment'; title: 'Audience' | 'Segment' }

export function resendAudienceRoutes(app: App, door: Door): void {
  audienceRoutes(app, door, { object: 'audience', title: 'Audience' })
  audienceRoutes(app, door, { object: 'segment', title: 'Segment' })
}

function audienceRoutes(app: App, door: Door, { object, title }: Name): void {
  const path = `${door.provider.path}/${object}s`

  app.post(
    path,
    {
      ...door.optionsFor('createSegment', strictRecord),
      schema: {
        tags,
        operationId: `resendCreate${title}`,
        summary: `Create a static segment in the form of Resend (${object})`,
        description: 'Creates a static segment of Lettermill with this name.',
        body: ResendAudienceCreate,
        response: doorAnswers({ 201: ResendAudience }, ResendError),
      },
    },
    async (request, reply) => {
      const body = { name: request.body.name, type: 'STATIC' }
      const segment = await door.call<z.output<typeof Segment>>(request, 'createSegment', {
        body,
        isRepeatable: true,
      })
      return reply.code(CREATED).send({ object, ...toAudience(segment) })
    },
  )

  app.get(
    path,
    {
      ...door.optionsFor('listSegments'),
      schema: {
        tags,
        operationId: `resendList${title}s`,
        summary: `List segments in the form of Resend (${object}s)`,
        description: 'Returns the first segments of Lettermill, newest first, static or not.',
        querystring: ResendListQuery,
        response: doorAnswers({ 200: ResendAudienceList }, ResendError),
      },
    },
    async (request) => {
      const { segments, hasMore } = await door.call<z.output<typeof SegmentList>>(request, 'listSegments', {
        query: queryOf(request.query),
      })
      return { object: 'list' as const, data: segments.map(toAudience), has_more: hasMore }
    },
  )

  app.get(
    `${path}/:id`,
    {
      ...door.optionsFor('getSegment'),
      schema: {
        tags,
        operationId: `resendGet${title}`,
        summary: `Get a segment in the form of Resend (${object})`,
        description: 'Returns the name of the segment.',
        params: idParams<'segment'>(),
        response: doorAnswers({ 200: ResendAudience }, ResendError),
      },
    },
    async (request) => {
      const { params } = request
      const segment = await door.call<z.output<typeof Segment>>(request, 'getSegment', { params })
      return { object, ...toAudience(segment) }
    },
  )

  app.delete(
    `${path}/:id`,
    {
      ...door.optionsFor('deleteSegment'),
      schema: {
        tags,
        operationId: `resendDelete${title}`,
        summary: `Delete a segment in the form of Resend (${object})`,
        description: 'Deletes the segment, unless something uses it; its contacts stay.',
        params: idParams<'segment'>(),
        response: doorAnswers({ 200: ResendAudienceDeleted }, ResendError),
      },
    },
    async (request) => {
      await door.call(request, 'deleteSegment', { params: request.params })
      return { object, id: request.params.id, deleted: true as const }
    },
  )

  app.get(
    `${path}/:id/contacts`,
    {
      ...door.optionsFor('listSegmentContacts'),
      schema: {
        tags,
        operationId: `resendList${title}Contacts`,
        summary: `List contacts of a segment in the form of Resend`,
        description: 'Returns the first contacts of the segment.',
        params: idParams<'segment'>(),
        querystring: ResendListQuery,
        response: doorAnswers({ 200: ResendContactList }, ResendError),
      },
    },
    async (request) => {
      const { contacts, hasMore } = await door.call<z.output<typeof ContactList>>(
        request,
        'listSegmentContacts',
        { params: request.params, query: queryOf(request.query) },
      )
      return { object: 'list' as const, data: contacts.map(toResendContact), has_more: hasMore }
    },
  )
}
