import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ProjectId, WebhookId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { setListenedNames } from '../../events/index.ts'
import { LISTENER } from '../listener-name.ts'
import { tidyWebhooksJob } from '../webhooks.jobs.ts'
import { describeUnknownEvents } from './known-events.ts'
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

// Each event is stored and sent once per endpoint, so this bounds what one event can cost.
const MOST_WEBHOOKS = 100

type Tools = Pick<Deps, 'http' | 'secrets' | 'clock'>

type Adding = { projectId: ProjectId; given: z.output<typeof WebhookCreate>; tools: Tools }

/** Adds an endpoint; its secret is returned here and never again. */
export async function addWebhook(
  late: LateDb,
  { projectId, given, tools }: Adding,
): Promise<{ row: WebhookRow; secret: string }> {
  await requireGood(tools, given)
  const now = tools.clock.now()
  const ref = { projectId, webhookId: newId<WebhookId>(now) }
  const secret = makeSecret(tools.secrets, ref)
  return inTransaction(await late.begin(), async (trx) => {
    await lockWebhooks(trx, { projectId })
    if ((await countWebhooks(trx, { projectId })) >= MOST_WEBHOOKS) throw tooMany()
    const row = await insertWebhook(trx, {
      project_id: projectId,
      id: ref.webhookId,
      url: given.url,
      description: given.description ?? null,
      events: [...new Set(given.events)],
      enabled: given.enabled ?? true,
      batch_max: given.batch?.max ?? null,
      batch_wait_ms: given.batch?.waitMs ?? null,
      secret: secret.sealed,
      created_at: now,
      updated_at: now,
    })
    await renewListening(trx, { projectId })
    return { row, secret: secret.text }
  })
}

type Changing = WebhookRef & { patch: z.output<typeof WebhookPatch>; tools: Tools }

export async function changeWebhook(
  late: LateDb,
  { projectId, webhookId, patch, tools }: Changing,
): Promise<WebhookRow> {
  const ref = { projectId, webhookId }
  if (!(await findWebhook(late.db, ref))) throw noWebhook()
  await requireGood(tools, patch)
  return inTransaction(await late.begin(), async (trx) => {
    await lockWebhooks(trx, { projectId })
    const row = await updateWebhook(trx, { ...ref, ...changesOf(patch), updated_at: tools.clock.now() })
    if (!row) throw noWebhook()
    await renewListening(trx, { projectId })
    return row
  })
}

/** A new address, or being switched on, begins anew: what failed before says nothing about it. */
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

type Wanted = { url?: string | undefined; events?: readonly string[] | undefined }

async function requireGood({ http }: Tools, { url, events = [] }: Wanted): Promise<void> {
  const unknown = describeUnknownEvents(events)
  const problem = url === undefined ? undefined : await http.check(url)
  const fields = [
    ...(problem === undefined ? [] : [{ field: 'url', message: problem, code: 'invalid_string' as const }]),
    ...unknown,
  ]
  if (fields.length > 0) throw invalidFields(...fields)
}

type Rotating = WebhookRef & { graceSeconds: number; tools: Pick<Tools, 'secrets' | 'clock'> }

/** A new secret; requests are signed with the old one too until the grace period ends. */
export async function rotateSecret(
  db: Db | Trx,
  { projectId, webhookId, graceSeconds, tools }: Rotating,
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

/** Its log goes with it: out of sight at once, and deleted by a job. */
export async function removeWebhook(db: Db | Trx, ref: WebhookRef): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockWebhooks(trx, ref)
    if (!(await deleteWebhook(trx, ref))) throw noWebhook()
    await renewListening(trx, ref)
    await enqueue(trx, tidyWebhooksJob, { payload: {}, key: 'webhooks.tidy' })
  })
}

type SwitchingOff = WebhookRef & { reason: string; now: Date }

/** Done by the service itself, because the endpoint does not want, or does not take, any more. */
export async function switchOff(
  trx: Trx,
  { projectId, webhookId, reason, now }: SwitchingOff,
): Promise<void> {
  await lockWebhooks(trx, { projectId })
  await updateWebhook(trx, { projectId, webhookId, enabled: false, disabled_reason: reason, updated_at: now })
  await renewListening(trx, { projectId })
}

/** From the commit on, events with these names are announced to us, and no others. */
async function renewListening(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  const webhooks = await listEnabledWebhooks(trx, { projectId })
  const names = [...new Set(webhooks.flatMap(({ events }) => events))]
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
