// Checks a workflow before it runs: a step whose email has no sender, or whose request is refused, fails for every contact
// that reaches it, long after the workflow was enabled.
import type { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError, fieldPath } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { HttpClient } from '../../../platform/outgoing/http-client.ts'
import { findProject } from '../../projects/index.ts'
import { listKnownTemplates, listTemplateSenders } from '../../templates/index.ts'
import { findMissingCouponLists } from './coupon-problems.service.ts'
import { requireEmailSender, senderOf, stepSender } from '../email-sender.service.ts'
import type { EmailSender } from '../email-sender.service.ts'
import { findRefusedUrls } from '../webhooks/webhook-url.service.ts'
import type { WorkflowPreflight, WorkflowPreflightAnswer } from './preflight.schema.ts'

type Answer = z.input<typeof WorkflowPreflightAnswer>
type Problem = Answer['problems'][number]
type Refusal = Pick<Problem, 'code' | 'message' | 'suggestion'>
type Email = { stepId: string; field: string; named: EmailSender | undefined }
type PreflightInput = { projectId: ProjectId; steps: z.output<typeof WorkflowPreflight>['steps'] }

export async function checkSteps(
  db: Db | Trx,
  {
    config,
    http,
    ...input
  }: PreflightInput & { config: Pick<Config, 'MAIL_TRANSPORT'>; http: Pick<HttpClient, 'check'> },
): Promise<Answer> {
  const project = await findProject(db, input)
  if (!project) throw new AppError('RESOURCE_NOT_FOUND')
  // Most emails of a workflow have the same sender.
  const known = new Map<string | undefined, Refusal | undefined>()
  const problems: Problem[] = []
  for (const { stepId, field, named } of await emailsOf(db, input)) {
    const address = senderOf(named, project)?.email
    if (!known.has(address)) known.set(address, await refusalOf(db, { project, named, config }))
    const found = known.get(address)
    if (found) problems.push({ stepId, field, ...found })
  }
  problems.push(...(await findMissingCouponLists(db, { ...input, steps: sendingSteps(input) })))
  problems.push(...(await findRefusedWebhooks(http, input)))
  const order = new Map(input.steps.map(({ id }, index) => [id, index]))
  problems.sort((one, other) => (order.get(one.stepId) ?? 0) - (order.get(other.stepId) ?? 0))
  return { ready: problems.length === 0, problems }
}

async function findRefusedWebhooks(
  http: Pick<HttpClient, 'check'>,
  { steps }: PreflightInput,
): Promise<Problem[]> {
  const calls = steps.flatMap(({ id, type, config }, index) =>
    type === 'WEBHOOK' && config?.url ? [{ stepId: id, index, url: config.url }] : [],
  )
  const refused = await findRefusedUrls(
    http,
    calls.map(({ url }) => url),
  )
  return calls.flatMap(({ stepId, index, url }): Problem[] => {
    const reason = refused.get(url)
    if (reason === undefined) return []
    const field = fieldPath(['steps', index, 'config', 'url'])
    const suggestion = 'Give the step another URL.'
    return [{ stepId, field, code: 'URL_REFUSED', message: `The URL ${reason}.`, suggestion }]
  })
}

const sendingSteps = ({ steps }: Pick<PreflightInput, 'steps'>) =>
  steps.flatMap(({ id, type, config }, index) =>
    type === 'SEND_EMAIL' ? [{ stepId: id, index, config: config ?? {} }] : [],
  )

/** Leaves out emails whose template does not exist: saving the workflow reports those. */
async function emailsOf(db: Db | Trx, { projectId, steps }: PreflightInput): Promise<Email[]> {
  const sending = sendingSteps({ steps })
  const keys = [...new Set(sending.flatMap(({ config: { templateId } }) => templateId || []))]
  const templates = await listKnownTemplates(db, { projectId, keys })
  const ids = [...templates.values()].map(({ templateId }) => templateId)
  const senders = await listTemplateSenders(db, { projectId, ids })
  return sending.flatMap(({ stepId, index, config }): Email[] => {
    const path = ['steps', index, 'config']
    if (!config.templateId) {
      return [{ stepId, field: fieldPath([...path, 'from']), named: stepSender(config) }]
    }
    const template = templates.get(config.templateId)
    if (!template) return []
    return [{ stepId, field: fieldPath([...path, 'templateId']), named: senders.get(template.templateId) }]
  })
}

/** Undefined if the project may send from it. */
async function refusalOf(
  db: Db | Trx,
  input: Parameters<typeof requireEmailSender>[1],
): Promise<Refusal | undefined> {
  try {
    await requireEmailSender(db, input)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const code = senderOf(input.named, input.project) ? 'SENDER_NOT_VERIFIED' : 'NO_SENDER'
    return { code, message: error.message, suggestion: error.suggestion }
  }
}
