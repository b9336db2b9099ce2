// Calls the URLs of WEBHOOK steps: at least once, with the same webhook-id on every attempt. The call is made outside of
// any transaction; the one that deletes the call passes its result to the execution.
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { JsonScan } from '../../../platform/json/json-scan.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import type { OutgoingResponse } from '../../../platform/outgoing/connections.ts'
import { holdingClaim, postponeClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
import { createTemplateRenderer } from '../../templates/index.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import type { Outcome } from '../../../platform/outgoing/http-client.ts'
import { isSuccess } from '../engine/execution.ts'
import type { WebhookAnswer } from '../engine/execution.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { insertInputs } from '../executions/executions.queries.ts'
import { CALLS, EXECUTIONS } from '../executions/work-tables.ts'
import { deleteCall, findCall, recordAttempt } from './calls.queries.ts'
import type { FoundCall } from './calls.queries.ts'
import { signingSecrets } from './signing-secret.service.ts'
import { buildRequest } from './webhook-request.service.ts'

export type CallTools = Pick<Deps, 'database' | 'clock' | 'log' | 'http' | 'secrets' | 'threads'> & {
  definitions: Definitions
}

type Tools = CallTools & { render: TemplateRenderer }

// Concurrent requests. A project with slow servers leaves three quarters of them to the others.
const SLOTS = 40
const SLOTS_PER_PROJECT = 10

// Six times the timeout of a call.
const LEASE_MS = 60_000

// A receiver that restarts is back after seconds, one that is being repaired after an hour. The contact waits meanwhile, so
// it is not tried for days.
const RETRY_AFTER_MS = [5_000, 60_000, 600_000, 3_600_000]

// The part of an answer in the history: enough to see an error page.
const SHOWN_BYTES = 4_096

/** See platform/work. */
export function callWork(tools: CallTools): LeasedWork {
  const all: Tools = { ...tools, render: createTemplateRenderer(tools.threads) }
  return {
    type: 'leased',
    name: 'workflow webhooks',
    table: CALLS,
    batchSize: 1,
    slots: SLOTS,
    slotsPerProject: SLOTS_PER_PROJECT,
    leaseMs: LEASE_MS,
    wakes: [EXECUTIONS],
    async run(claims) {
      for (const claim of claims) await runCall(all, claim)
    },
  }
}

/** `isOver`: whether there is no further attempt. */
type CallResult = { isOk: boolean; isOver: boolean; output: WebhookAnswer; data?: unknown }

async function runCall(tools: Tools, claim: Claim): Promise<void> {
  const { projectId, id } = claim
  const call = await findCall(tools.database.db, { projectId, callId: id })
  const result = call && (await attempt(tools, { claim, call }))
  if (call && result && !result.isOver) {
    await recordAttempt(tools.database.db, { projectId, call, answer: result.output })
    const pauseMs = RETRY_AFTER_MS[claim.attempts - 1] ?? 0
    const dueAt = new Date(tools.clock.now().getTime() + pauseMs)
    return postponeClaims(tools.database.db, { table: CALLS, claims: [claim], dueAt })
  }
  await finish(tools, { claim, call, result })
}

/** Undefined if the execution no longer waits for the call. */
async function attempt(
  tools: Tools,
  { claim, call }: { claim: Claim; call: FoundCall },
): Promise<CallResult | undefined> {
  const { projectId } = claim
  const { execution: row, contact, secretState: state } = call
  const version = { workflowId: row.workflow_id, version: row.version }
  const [definition] = await tools.definitions.load(tools.database.db, { projectId, wanted: [version] })
  const step = definition?.steps.find(({ id }) => id === row.step_id)
  if (
    !contact ||
    !state ||
    step?.type !== 'WEBHOOK' ||
    row.status !== 'WAITING' ||
    row.visit !== call.visit
  ) {
    return undefined
  }
  const { render, secrets, clock } = tools
  const now = clock.now()
  const request = await buildRequest({
    projectId,
    webhookId: claim.id,
    config: step.config,
    row,
    contact,
    render,
    signingSecrets: signingSecrets({ projectId, workflowId: row.workflow_id, secrets, state, now }),
    now,
  }).catch(reasonOf)
  const attempts = { webhookId: claim.id, attempts: claim.attempts }
  if (typeof request === 'string') {
    return { isOk: false, isOver: true, output: { ...attempts, error: request } }
  }
  const outcome = await tools.http.send(request)
  if (outcome.status !== 'answered') {
    const isOver = outcome.status === 'refused' || isLast(claim)
    return { isOk: false, isOver, output: { ...attempts, error: explain(outcome) } }
  }
  const { statusCode } = outcome
  const isOk = isSuccess(statusCode)
  const output = { ...attempts, statusCode, body: shownBody(outcome) }
  return { isOk, isOver: isOk || isLast(claim), output, data: await jsonOf(outcome) }
}

/** The beginning of the body, for the history. */
const shownBody = ({ body }: OutgoingResponse): string =>
  Buffer.from(body)
    .subarray(0, SHOWN_BYTES)
    .toString()
    .replace(/\ufffd+$/, '')

/** The JSON of an answer, by the rules for JSON in requests to this server; null if it has none. */
async function jsonOf({ body, cut }: OutgoingResponse): Promise<unknown> {
  if (cut !== null) return null
  const bytes = Buffer.from(body)
  try {
    new JsonScan().add(bytes)
    return await parseJson(bytes)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const isLast = ({ attempts }: Claim) => attempts > RETRY_AFTER_MS.length

/** The reason of a refusal continues "the URL". */
const explain = ({ status, reason }: Exclude<Outcome, { status: 'answered' }>) =>
  status === 'refused' ? `the URL ${reason}` : reason

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}

type FinishInput = { claim: Claim; call: FoundCall | undefined; result: CallResult | undefined }

async function finish({ database, clock }: Tools, { claim, call, result }: FinishInput): Promise<void> {
  const projectId: ProjectId = claim.projectId
  await holdingClaim(database.db, { table: CALLS, claim }, async (trx) => {
    await deleteCall(trx, { projectId, callId: claim.id })
    if (!call || !result) return
    const now = clock.now()
    const { isOk, output, data } = result
    const input = { type: 'webhook' as const, isOk, output, data, visit: call.visit, at: now.getTime() }
    await insertInputs(trx, { projectId, inputs: [{ executionId: call.execution.id, input }], now })
  })
}
