import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../../../platform/http/app-types.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { parseFields } from '../../../platform/http/validation/validation.ts'
import { parseBody } from '../../../platform/http/validation/validate-request.ts'
import type { EmailContent, Email, EmailList } from '../../emails/emails.schema.ts'
import { doorAnswers } from '../door-answers.ts'
import { DoorRefusal } from '../door.ts'
import type { Door } from '../door.ts'
import { sendEach, sendOne } from '../send-through.ts'
import { sentenceOf } from '../wording.ts'
import { strictEmail, toResendItem, toResendRecord, toSendRequest } from './resend-email.ts'
import { NAMES_OF_FIELDS } from './resend-provider.ts'
import { ResendListQuery } from './resend-records.schema.ts'
import { queryOf } from './resend-records.ts'
import {
  ResendBatch,
  ResendBatchHeaders,
  ResendBatchSent,
  ResendChanged,
  ResendEmail,
  ResendEmailList,
  ResendError,
  ResendRecord,
  ResendReschedule,
  ResendSent,
} from './resend.schema.ts'

const tags = ['Compatibility']

export function resendEmailRoutes(app: App, door: Door): void {
  const { path } = door.provider

  app.post(
    `${path}/emails`,
    {
      ...door.optionsFor('sendEmail', strictEmail),
      schema: {
        tags,
        operationId: 'resendSendEmail',
        summary: 'Send an email in the form of Resend',
        description:
          'Takes the body that the client of Resend sends, and sends it as POST /v1/send does. Fields that Lettermill has nothing for are refused with 422.',
        body: ResendEmail,
        response: doorAnswers({ 200: ResendSent }, ResendError),
      },
    },
    async (request) => {
      const [first] = await sendOne(door, request, toSendRequest(request.body))
      return { id: first.email }
    },
  )

  app.post(
    `${path}/emails/batch`,
    {
      ...door.optionsFor('sendBatch'),
      schema: {
        tags,
        operationId: 'resendSendBatch',
        summary: 'Send a batch in the form of Resend',
        description:
          'Up to 100 bodies of POST /emails. All are sent or none, unless the header x-batch-validation is permissive: then the answer lists the emails that were refused.',
        headers: ResendBatchHeaders,
        body: ResendBatch,
        response: doorAnswers({ 200: ResendBatchSent }, ResendError),
      },
    },
    async (request) => {
      const { 'x-batch-validation': mode } = parseFields(ResendBatchHeaders, request.headers)
      const results = await sendEach(door, request, {
        items: request.body,
        toOwn: (item) => toSendRequest(parseBody(ResendEmail, item, strictEmail)),
        isAllOrNothing: mode === 'strict',
      })
      const data = results.flatMap((one) => ('entries' in one ? [{ id: one.entries[0].email }] : []))
      if (mode === 'strict') return { data }
      const errors = results.flatMap((one, index) =>
        'error' in one ? [{ index, message: sentenceOf(one.error, NAMES_OF_FIELDS) }] : [],
      )
      return { data, errors }
    },
  )

  app.get(
    `${path}/emails`,
    {
      ...door.optionsFor('listEmails'),
      schema: {
        tags,
        operationId: 'resendListEmails',
        summary: 'List emails in the form of Resend',
        description: 'Returns the newest emails, without their content.',
        querystring: ResendListQuery,
        response: doorAnswers({ 200: ResendEmailList }, ResendError),
      },
    },
    async (request) => {
      const { emails, hasMore } = await door.call<z.output<typeof EmailList>>(request, 'listEmails', {
        query: queryOf(request.query),
      })
      return { object: 'list' as const, data: emails.map(toResendItem), has_more: hasMore }
    },
  )

  app.get(
    `${path}/emails/:id`,
    {
      ...door.optionsFor('getEmail'),
      schema: {
        tags,
        operationId: 'resendGetEmail',
        summary: 'Get an email in the form of Resend',
        description: 'Returns the email with its content, as long as that is kept, and what happened last.',
        params: idParams<'email'>(),
        response: doorAnswers({ 200: ResendRecord }, ResendError),
      },
    },
    async (request) => {
      const { params } = request
      const email = await door.call<z.output<typeof Email>>(request, 'getEmail', { params })
      return toResendRecord(email, await findContent(request))
    },
  )

  app.patch(
    `${path}/emails/:id`,
    {
      ...door.optionsFor('updateEmail', strictEmail),
      schema: {
        tags,
        operationId: 'resendUpdateEmail',
        summary: 'Reschedule an email in the form of Resend',
        description: 'Changes the time of an email that still waits.',
        params: idParams<'email'>(),
        body: ResendReschedule,
        response: doorAnswers({ 200: ResendChanged }, ResendError),
      },
    },
    async (request) => {
      const { params, body } = request
      await door.call(request, 'updateEmail', { params, body: { scheduledFor: body.scheduled_at } })
      return { object: 'email' as const, id: params.id }
    },
  )

  app.post(
    `${path}/emails/:id/cancel`,
    {
      ...door.optionsFor('cancelEmail'),
      schema: {
        tags,
        operationId: 'resendCancelEmail',
        summary: 'Cancel an email in the form of Resend',
        description: 'Cancels an email that still waits.',
        params: idParams<'email'>(),
        response: doorAnswers({ 200: ResendChanged }, ResendError),
      },
    },
    async (request) => {
      const { params } = request
      await door.call(request, 'cancelEmail', { params })
      return { object: 'email' as const, id: params.id }
    },
  )

  /** Undefined once it is no longer kept. */
  async function findContent(
    request: FastifyRequest<{ Params: { id: string } }>,
  ): Promise<z.output<typeof EmailContent> | undefined> {
    try {
      return await door.call(request, 'getEmailContent', { params: { id: request.params.id } })
    } catch (error) {
      if (error instanceof DoorRefusal && error.error.statusCode === 404) return undefined
      throw error
    }
  }
}
