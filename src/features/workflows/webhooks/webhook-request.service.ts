// Builds the request of a WEBHOOK step for one contact: renders the Liquid in path, headers and body, and signs it as defined
// by Standard Webhooks.
import { createHash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { signWebhook } from '../../../platform/outgoing/webhook-signature.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import { stepVariables } from '../step-variables.ts'
import type { StepOf } from '../steps.schema.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'
import type { ContactOfExecution } from '../executions/executions.queries.ts'

export type WebhookRequestInput = {
  projectId: ProjectId
  webhookId: string
  config: StepOf<'WEBHOOK'>['config']
  row: ExecutionRow
  contact: ContactOfExecution
  render: TemplateRenderer
  signingSecrets: readonly string[]
  now: Date
}

// For the whole exchange: DNS, connecting, sending and the answer.
const TIMEOUT_MS = 10_000

// Later steps cannot use a longer answer, because half of a JSON text cannot be parsed.
const KEPT_BYTES = 16_384

/** @throws AppError when a template cannot be rendered, or the result is not a valid request */
export async function buildRequest(input: WebhookRequestInput) {
  const { webhookId, config, signingSecrets, now } = input
  const fill = createFiller(input)
  const url = await fill(config.url)
  if (hostOf(url) !== hostOf(config.url)) throw invalidRequest('the Liquid in the URL changes its host')
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  for (const [name, value] of Object.entries(config.headers ?? {})) {
    headers[name.toLowerCase()] = oneLine(await fill(value))
  }
  const method = config.method ?? 'POST'
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const body = config.body ? await fill(config.body) : hasBody ? defaultBody(input) : ''
  const signed = signWebhook({ id: webhookId, at: now, body, secrets: signingSecrets })
  return {
    url,
    method,
    headers: { ...headers, ...signed },
    ...(body !== '' && { body }),
    timeoutMs: TIMEOUT_MS,
    keptBytes: KEPT_BYTES,
  }
}

const invalidRequest = (message: string) =>
  new AppError('BAD_REQUEST', { message: `The request cannot be sent: ${message}.` })

function hostOf(url: string): string {
  try {
    return new URL(url.replace(/[{][{%].*$/s, '')).host
  } catch {
    throw invalidRequest('the URL is invalid after its Liquid is rendered')
  }
}

/** A line break in a contact's data must not start another header. */
const oneLine = (value: string) => value.replace(/[\r\n]+/g, ' ').trim()

function createFiller(input: WebhookRequestInput): (source: string) => Promise<string> {
  const { projectId, row, contact, render } = input
  const variables = stepVariables({ contact, event: row.event, answers: row.answers ?? [] })
  return async (source) => {
    if (!/[{][{%]/.test(source)) return source
    const key = `webhook ${createHash('sha256').update(source).digest('hex')}`
    // In the text part nothing is escaped for HTML.
    const parts = { subject: '', html: '', text_part: source, is_plain: false }
    const { text } = await render({ project_id: projectId, key, ...parts }, variables)
    return Buffer.from(text).toString()
  }
}

function defaultBody({ webhookId, config: _config, row, contact, now }: WebhookRequestInput): string {
  const { id, email, subscribed, data } = contact
  return JSON.stringify({
    type: 'workflow.webhook',
    timestamp: now.toISOString(),
    data: {
      id: webhookId,
      workflowId: row.workflow_id,
      executionId: row.id,
      stepId: row.step_id,
      contact: { id, email, subscribed, data },
      event: row.event,
    },
  })
}
