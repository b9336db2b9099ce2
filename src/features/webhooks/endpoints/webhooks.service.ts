import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId, WebhookId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { misspellingOf } from '../../../platform/text/spelling.ts'
import { RESERVED_PREFIXES } from '../../events/event-name.schema.ts'
import { RESERVED_EVENT_NAMES, setListenedNames } from '../../events/index.ts'
import { findFeed } from '../feed/feed.queries.ts'
import { tidyWebhooksJob } from '../webhooks.jobs.ts'
import { makeSecret } from './secret.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listEnabledWebhooks,
  lockWebhook,
  lockWebhooks,
  updateWebhook,
} from './webhooks.queries.ts'
import type { WebhookRef, WebhookRow } from './webhooks.queries.ts'
import type { WebhookCreate, WebhookPatch } from './webhooks.schema.ts'

/** The name under which events are announced to webhooks. */
export const LISTENER = 'webhooks'

// Each event is stored and sent once per endpoint, so this bounds what one event can cost.
const MOST_WEBHOOKS = 100

type Tools = Pick<Deps, 'http' | 'secrets' | 'clock'>

type AddWebhookInput = { projectId: ProjectId; webhook: z.output<typeof WebhookCreate>; tools: Tools }

/** Adds an endpoint; its secret is returned here and never again. */
export async function addWebhook(
  late: LateDb,
  { projectId, webhook, tools }: AddWebhookInput,
): Promise<{ row: WebhookRow; secret: string }> {
  await validateWebhook(tools, webhook)
  const now = tools.clock.now()
  const ref = { projectId, webhookId: newId<WebhookId>(now) }
  const secret = makeSecret(tools.secrets, ref)
  return inTransaction(await late.begin(), async (trx) => {
    await lockWebhooks(trx, { projectId })
    if ((await countWebhooks(trx, { projectId })) >= MOST_WEBHOOKS) throw tooMany()
    const row = await insertWebhook(trx, {
      project_id: projectId,
      id: ref.webhookId,
      url: webhook.url,
      description: webhook.description ?? null,
      events: [...new Set(webhook.events)],
      enabled: webhook.enabled ?? true,
      batch_max: webhook.batch?.max ?? null,
      batch_wait_ms: webhook.batch?.waitMs ?? null,
      secret: secret.sealed,
      created_at: now,
      updated_at: now,
    })
    await updateListenedNames(trx, { projectId })
    return { row, secret: secret.text }
  })
}

export async function changeWebhook(
  late: LateDb,
  { projectId, webhookId, patch, tools }: WebhookRef & { patch: z.output<typeof WebhookPatch>; tools: Tools },
): Promise<WebhookRow> {
  const ref = { projectId, webhookId }
  if (!(await findWebhook(late.db, ref))) throw noWebhook()
  await validateWebhook(tools, patch)
  return inTransaction(await late.begin(), async (trx) => {
    await lockWebhooks(trx, { projectId })
    const row = await updateWebhook(trx, { ...ref, ...changesOf(patch), updated_at: tools.clock.now() })
    if (!row) throw noWebhook()
    await updateListenedNames(trx, { projectId })
    return row
  })
}

/** A new URL, or switching it on, clears the record of failures: they say nothing about the endpoint any more. */
function changesOf({ url, description, events, enabled, batch }: z.output<typeof WebhookPatch>) {
  return {
    ...(url !== undefined && { url, failing_since: null, paused_until: null }),
    ...(description !== undefined && { description }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
    ...(enabled === true && { disabled_reason: null, failing_since: null, paused_until: null }),
    ...(batch !== undefined && { batch_max: batch?.max ?? null, batch_wait_ms: batch?.waitMs ?? null }),
  }
}

type WebhookTarget = { url?: string | undefined; events?: readonly string[] | undefined }

async function validateWebhook({ http }: Tools, { url, events = [] }: WebhookTarget): Promise<void> {
  const unknown = describeUnknownEvents(events, (index) => `events.${index}`)
  const problem = url === undefined ? undefined : await http.check(url)
  const fields = [
    ...(problem === undefined ? [] : [{ field: 'url', message: problem, code: 'invalid_string' as const }]),
    ...unknown,
  ]
  if (fields.length > 0) throw invalidFields(...fields)
}

/** Finds reserved names that Lettermill never records: nobody would ever get them. */
export function describeUnknownEvents(
  names: readonly string[],
  fieldOf: (index: number) => string,
): FieldProblem[] {
  return names.flatMap((name, index) => {
    const isReserved = RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))
    if (!isReserved || RESERVED_EVENT_NAMES.some((known) => known === name)) return []
    const meant = RESERVED_EVENT_NAMES.find((known) => misspellingOf(name, known) !== undefined)
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    return [
      {
        field: fieldOf(index),
        message: `is not an event of Lettermill.${hint} Its events are ${RESERVED_EVENT_NAMES.join(', ')}`,
        code: 'invalid_enum_value',
      },
    ]
  })
}

type RotateSecretInput = WebhookRef & { graceSeconds: number; tools: Pick<Tools, 'secrets' | 'clock'> }

/** Until the grace period ends, requests are signed with the old secret too. */
export async function rotateSecret(
  db: Db | Trx,
  { projectId, webhookId, graceSeconds, tools }: RotateSecretInput,
): Promise<{ row: WebhookRow; secret: string }> {
  const ref = { projectId, webhookId }
  const now = tools.clock.now()
  const secret = makeSecret(tools.secrets, ref)
  return inTransaction(db, async (trx) => {
    const before = await lockWebhook(trx, ref)
    if (!before) throw noWebhook()
    const row = await updateWebhook(trx, {
      ...ref,
      secret: secret.sealed,
      old_secret: graceSeconds === 0 ? null : before.secret,
      old_secret_until: graceSeconds === 0 ? null : new Date(now.getTime() + graceSeconds * 1000),
      updated_at: now,
    })
    if (!row) throw noWebhook()
    return { row, secret: secret.text }
  })
}

/** Its deliveries are hidden at once and deleted by a job. */
export async function removeWebhook(db: Db | Trx, ref: WebhookRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockWebhooks(trx, ref)
    if (!(await deleteWebhook(trx, ref))) throw noWebhook()
    await updateListenedNames(trx, ref)
    await enqueue(trx, tidyWebhooksJob, { payload: {}, key: 'webhooks.tidy' })
  })
}

/** Called by the worker: the endpoint answered 410 Gone, or every request has failed for days. */
export async function switchOff(
  trx: Trx,
  { projectId, webhookId, reason, now }: WebhookRef & { reason: string; now: Date },
): Promise<void> {
  await lockWebhooks(trx, { projectId })
  await updateWebhook(trx, { projectId, webhookId, enabled: false, disabled_reason: reason, updated_at: now })
  await updateListenedNames(trx, { projectId })
}

/** From the commit on, only events that an enabled webhook or the feed asks for are announced. Call it under lockWebhooks. */
export async function updateListenedNames(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  const webhooks = await listEnabledWebhooks(trx, { projectId })
  const feed = await findFeed(trx, { projectId })
  const names = [...new Set([...webhooks.flatMap(({ events }) => events), ...(feed?.names ?? [])])]
  await setListenedNames(trx, {
    projectId,
    listener: LISTENER,
    names: names.includes('*') ? ['*'] : names,
  })
}

export const noWebhook = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such webhook.',
    suggestion: 'List the webhooks with GET /webhooks.',
  })

const tooMany = () =>
  new AppError('INVALID_STATE', {
    message: `The project already has ${MOST_WEBHOOKS} webhooks, which is the maximum.`,
    suggestion: 'Delete one first, or add the events to one that exists.',
  })
