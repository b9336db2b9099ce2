// Tools that send email. Each first runs dry. Above the number of recipients that the project allows agents, the call waits for
// a person; otherwise it is the call of the API, with an idempotency key made of the call itself: an agent that repeats a call
// after a lost answer sends nothing twice.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { createTransactionGate } from '../../../platform/db/transactions/request-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { requestApproval, toApprovalSummary } from '../../approvals/index.ts'
import type { ApprovalTool, SendingEffects, SendingOutcome } from '../../approvals/index.ts'
import { findProject } from '../../projects/index.ts'
import { readArguments } from '../arguments.ts'
import { dryRun } from '../dry-run.service.ts'
import { CampaignOptions, SendingOptions, SendingResult } from '../mcp.schema.ts'
import { SENDS, ToolRefusal } from '../tool.ts'
import type { ApiAnswer, JsonObject, Tool, ToolCall } from '../tool.ts'

type Result = z.output<typeof SendingResult>

type SendingInput = {
  tool: ApprovalTool
  /** The arguments of the effect, now and after an approval. */
  args: JsonObject
  isDry: boolean
  /** Two calls with the same one are the same call. */
  repeatKey: string
  /** Counted before, where the effect does not know. */
  recipients?: number | null
  /** Shown to the agent besides the outcome of the dry run. */
  preview?: JsonObject
  send: (idempotencyKey: string) => Promise<ApiAnswer>
}

export function createSendingTools(deps: Deps, { effects }: { effects: SendingEffects }): readonly Tool[] {
  const send = createSend(deps, effects)
  return [sendEmailTool(send), testCampaignTool(send), sendCampaignTool(send)]
}

type Send = (call: ToolCall, sending: SendingInput) => Promise<Result>

function createSend({ database, clock, config }: Deps, effects: SendingEffects): Send {
  const parts = { db: database.db, gate: createTransactionGate(config.DATABASE_POOL_SIZE) }
  return async ({ agent: { projectId, key } }, { tool, args, isDry, repeatKey, send, ...sending }) => {
    const now = clock.now()
    const source = { kind: 'api_key' as const, id: key.id }
    const outcome = await dryRun(parts, {
      effect: effects[tool],
      call: { projectId, source, arguments: args, now },
    })
    const recipients = sending.recipients === undefined ? (outcome.recipients ?? null) : sending.recipients
    const mostAlone = (await findProject(database.db, { projectId }))?.mcp_approval_above ?? 0
    const isAllowedAlone = recipients !== null && recipients <= mostAlone
    if (isDry) return dryResult({ outcome, recipients, isAllowedAlone, preview: sending.preview })
    if (isAllowedAlone) {
      const { body, isRepeated } = await send(`mcp-${digestOf(`${tool} ${repeatKey}`)}`)
      return sentResult({ recipients, isRepeated, result: body })
    }
    const { title } = outcome
    const asked = { projectId, tool, title, arguments: args, recipients, key, repeatKey, now }
    const row = await requestApproval(database.db, asked)
    return waitingResult(toApprovalSummary(row, { now, publicUrl: config.publicUrl }))
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type DryInput = Pick<Result, 'recipients'> & {
  outcome: SendingOutcome
  isAllowedAlone: boolean
  preview: JsonObject | undefined
}

const dryResult = ({ outcome, recipients, isAllowedAlone, preview }: DryInput): Result => ({
  state: 'dry_run',
  message: isAllowedAlone
    ? 'Nothing was sent. Call again with dryRun: false to send.'
    : 'Nothing was sent. With dryRun: false the call will wait for the approval of a person.',
  recipients,
  repeated: false,
  approval: null,
  result: { ...outcome.preview, ...preview },
})

const sentResult = ({
  recipients,
  isRepeated,
  result,
}: Pick<Result, 'recipients' | 'result'> & { isRepeated: boolean }): Result => ({
  state: 'sent',
  message: isRepeated
    ? 'The same call was accepted before, so nothing was sent again. Pass an idempotencyKey to send it once more.'
    : 'It was accepted and will be sent.',
  recipients,
  repeated: isRepeated,
  approval: null,
  result,
})

function waitingResult(approval: ReturnType<typeof toApprovalSummary>): Result {
  const { id, url, expiresAt, recipients } = approval
  if (approval.state === 'APPROVED') {
    return { ...sentResult({ recipients, isRepeated: true, result: null }), approval: { id, url, expiresAt } }
  }
  return {
    state: 'waiting_for_approval',
    message: `Nothing was sent yet. A person has to approve it at ${url}. Ask for the decision with get_approval.`,
    recipients,
    repeated: false,
    approval: { id, url, expiresAt },
    result: null,
  }
}

/** Equal for the same arguments in any order. */
const repeatKeyOf = (args: JsonObject): string =>
  JSON.stringify(Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const sendEmailTool = (send: Send): Tool => ({
  name: 'send_email',
  title: 'Send an email',
  description:
    'Send an email to one or more addresses, from a template or with subject and body. A dry run unless dryRun is false.',
  operations: ['sendEmail'],
  hints: SENDS,
  input: { of: 'sendEmail', without: ['attachments', 'headers'], also: SendingOptions },
  output: SendingResult,
  run(call) {
    const { dryRun: isDry, idempotencyKey } = readArguments(SendingOptions, call.args)
    const { dryRun: _dryRun, idempotencyKey: _key, ...args } = call.args
    return send(call, {
      tool: 'send_email',
      args,
      isDry,
      repeatKey: `${idempotencyKey ?? ''} ${repeatKeyOf(args)}`,
      send: (key) => call.api('sendEmail', args, { idempotencyKey: key }),
    })
  },
})

const testCampaignTool = (send: Send): Tool => ({
  name: 'test_campaign',
  title: 'Send a test email of a campaign',
  description:
    'Send a campaign as it is now to up to five addresses, for review. A dry run unless dryRun is false.',
  operations: ['getCampaign', 'testCampaign'],
  hints: SENDS,
  input: { of: 'testCampaign', also: SendingOptions },
  output: SendingResult,
  async run(call) {
    const { dryRun: isDry, idempotencyKey } = readArguments(SendingOptions, call.args)
    const { dryRun: _dryRun, idempotencyKey: _key, ...args } = call.args
    const { updatedAt } = await readCampaign(call)
    return send(call, {
      tool: 'test_campaign',
      args,
      isDry,
      repeatKey: `${idempotencyKey ?? updatedAt} ${repeatKeyOf(args)}`,
      send: (key) => call.api('testCampaign', args, { idempotencyKey: key }),
    })
  },
})

const sendCampaignTool = (send: Send): Tool => ({
  name: 'send_campaign',
  title: 'Send or schedule a campaign',
  description:
    'Send a campaign now, or at scheduledFor. A dry run unless dryRun is false: it returns the number of recipients and the problems of the campaign.',
  operations: ['getCampaign', 'preflightCampaign', 'sendCampaign'],
  hints: SENDS,
  input: { of: 'sendCampaign', also: CampaignOptions },
  output: SendingResult,
  async run(call) {
    const { dryRun: isDry } = readArguments(CampaignOptions, call.args)
    const { dryRun: _dryRun, id, ...options } = call.args
    const { updatedAt } = await readCampaign(call)
    const preflight = await checkCampaign(call)
    const args = { id, options, updatedAt }
    return send(call, {
      tool: 'send_campaign',
      args,
      isDry,
      // After it was cancelled and sent again, the campaign is another version.
      repeatKey: repeatKeyOf({ ...options, id, updatedAt }),
      recipients: preflight.audience?.recipients ?? null,
      preview: { preflight },
      send: (key) => call.api('sendCampaign', { id, ...options }, { idempotencyKey: key }),
    })
  },
})

async function readCampaign({ api, args: { id } }: ToolCall): Promise<{ updatedAt: string }> {
  const { data } = (await api('getCampaign', { id })).body as { data: { updatedAt: string } }
  return data
}

type Preflight = {
  ready: boolean
  problems: { severity: string; message: string }[]
  audience: { recipients: number } | null
}

/** @throws ToolRefusal with the problems that prevent sending */
async function checkCampaign({ api, args: { id } }: ToolCall): Promise<Preflight> {
  const { data } = (await api('preflightCampaign', { id })).body as { data: Preflight }
  if (data.ready) return data
  const errors = data.problems.filter(({ severity }) => severity === 'error')
  throw new ToolRefusal({
    code: 'INVALID_STATE',
    message: `The campaign cannot be sent: ${errors.map(({ message }) => message).join(' ')}`,
    suggestion: 'Change it with save_campaign; preflight_campaign lists all problems.',
  })
}
