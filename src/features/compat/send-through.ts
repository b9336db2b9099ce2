// Emails of a door through POST /v1/send and /v1/send/batch.
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { throwFirstRefusal } from '../../platform/batch-refusal.ts'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import { failureOf } from '../../platform/http/replies/error-reply.ts'
import type { BatchAnswer, SendAnswer, SendRequest } from '../send/send.schema.ts'
import type { ApiError, Door } from './door.ts'

export type OwnRequest = z.input<typeof SendRequest>

/** One per recipient, in the order to, cc, bcc. */
export type Entries = [SentEntry, ...SentEntry[]]
type SentEntry = z.output<typeof SendAnswer>['data']['emails'][number]

export type SendResult = { entries: Entries } | { error: ApiError }

export async function sendOne(door: Door, request: FastifyRequest, body: OwnRequest): Promise<Entries> {
  const answer = await door.call<z.output<typeof SendAnswer>>(request, 'sendEmail', {
    body,
    isRepeatable: true,
  })
  return answer.data.emails as Entries
}

type Batch = {
  items: readonly unknown[]
  /** @throws AppError if the item is invalid */
  toOwn: (item: unknown, index: number) => OwnRequest
  isAllOrNothing: boolean
}

/** One result per item, in order. */
export async function sendEach(
  door: Door,
  request: FastifyRequest,
  { items, toOwn, isAllOrNothing }: Batch,
): Promise<SendResult[]> {
  const read = await Promise.allSettled(
    items.map(async (item, index) => {
      // Each in a turn of its own: a hundred at once would block the main thread for too long.
      await heavyTurn(request.projectId)
      return toOwn(item, index)
    }),
  )
  if (isAllOrNothing) throwFirstRefusal(read)
  const emails = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const sent = emails.length === 0 ? [] : await sendBatch(door, request, { emails, isAllOrNothing })
  const results = sent.values()
  return read.map((one) =>
    one.status === 'rejected'
      ? { error: failureOf(one.reason, request) }
      : (results.next().value as SendResult),
  )
}

type OwnBatch = { emails: readonly OwnRequest[]; isAllOrNothing: boolean }

async function sendBatch(
  door: Door,
  request: FastifyRequest,
  { emails, isAllOrNothing }: OwnBatch,
): Promise<SendResult[]> {
  const { data } = await door.call<z.output<typeof BatchAnswer>>(request, 'sendBatch', {
    body: { emails, allOrNothing: isAllOrNothing },
    isRepeatable: true,
  })
  return data.results.map((one) =>
    one.success ? { entries: one.data.emails as Entries } : { error: one.error },
  )
}
