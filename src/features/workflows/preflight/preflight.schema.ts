import { z } from 'zod'
import { bytesUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_STEPS } from '../definition.schema.ts'
import { LONGEST_URL, MOST_BODY_BYTES, StepId } from '../steps.schema.ts'

// Longer than any step type.
const LONGEST_TYPE = 50
// The longest valid address. Saving the workflow checks whether it is one.
const LONGEST_ADDRESS = 320

/** Only the fields that decide the sender, the coupons or the webhook URL: the workflow may be unfinished. */
const CheckedStep = z.object({
  id: StepId,
  type: textUpTo(LONGEST_TYPE).describe('Type of the step. Only SEND_EMAIL and WEBHOOK are checked.'),
  config: z
    .object({
      templateId: textUpTo(100).nullish().describe('Id or alias of a template.'),
      from: textUpTo(LONGEST_ADDRESS).nullish().describe('Sender of an email without a template.'),
      subject: bytesUpTo(MOST_BODY_BYTES).nullish().describe('Subject of an email without a template.'),
      body: bytesUpTo(MOST_BODY_BYTES).nullish().describe('Body of an email without a template.'),
      url: textUpTo(LONGEST_URL).nullish().describe('URL of a WEBHOOK step.'),
    })
    .nullish(),
})

export const WorkflowPreflight = z
  .object({
    steps: z
      .array(CheckedStep)
      .max(MOST_STEPS, `must have at most ${MOST_STEPS} steps`)
      .describe('Steps of a workflow, saved or not.'),
  })
  .meta({ id: 'WorkflowPreflight' })

const WorkflowProblem = z
  .object({
    stepId: z.string(),
    code: z
      .enum(['NO_SENDER', 'SENDER_NOT_VERIFIED', 'COUPON_LIST_MISSING', 'URL_REFUSED'])
      .describe(
        'NO_SENDER: neither the step, nor its template, nor the project has a sender. SENDER_NOT_VERIFIED: the project may not send from this sender now. COUPON_LIST_MISSING: the email names a coupon list that does not exist. URL_REFUSED: the request of the step would go to a private address.',
      ),
    message: z.string(),
    suggestion: z.string().describe('How to fix it.'),
    field: z.string().describe('Path of the field with the problem, such as steps.0.config.templateId.'),
  })
  .meta({ id: 'WorkflowPreflightProblem' })

export const WorkflowPreflightAnswer = z
  .object({
    ready: z.boolean().describe('Whether no problem was found.'),
    problems: z.array(WorkflowProblem).describe('In the order of the steps.'),
  })
  .meta({ id: 'WorkflowPreflightAnswer' })
