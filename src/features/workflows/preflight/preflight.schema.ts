import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { MOST_STEPS } from '../definition.schema.ts'
import { LONGEST_URL, StepId } from '../steps.schema.ts'

// Longer than any type there is.
const LONGEST_TYPE = 50
// As long as an address can be; whether it is one is said when the workflow is saved.
const LONGEST_ADDRESS = 320

/** Only what decides about the sender, or where a request goes: a workflow may be unfinished while it is checked. */
const CheckedStep = z.object({
  id: StepId,
  type: textUpTo(LONGEST_TYPE).describe('Of the step. Others than SEND_EMAIL and WEBHOOK are not looked at.'),
  config: z
    .object({
      templateId: textUpTo(100).nullish().describe('Id or alias of a template.'),
      from: textUpTo(LONGEST_ADDRESS).nullish().describe('Of an email without a template.'),
      url: textUpTo(LONGEST_URL).nullish().describe('Of a WEBHOOK step.'),
    })
    .nullish(),
})

export const WorkflowPreflight = z
  .object({
    steps: z
      .array(CheckedStep)
      .max(MOST_STEPS, `must have at most ${MOST_STEPS} steps`)
      .describe('Those of a workflow, saved or not.'),
  })
  .meta({ id: 'WorkflowPreflight' })

const WorkflowProblem = z
  .object({
    stepId: z.string(),
    code: z
      .enum(['NO_SENDER', 'SENDER_NOT_VERIFIED', 'URL_REFUSED'])
      .describe(
        'NO_SENDER: neither the step, nor its template, nor the project has one. SENDER_NOT_VERIFIED: the project may not send from it now. URL_REFUSED: the request of the step would go to a private address.',
      ),
    message: z.string(),
    suggestion: z.string().describe('What to do about it.'),
    field: z.string().describe('Path of the field that it is about, such as steps.0.config.templateId.'),
  })
  .meta({ id: 'WorkflowPreflightProblem' })

export const WorkflowPreflightAnswer = z
  .object({
    ready: z.boolean().describe('Whether nothing was found.'),
    problems: z.array(WorkflowProblem).describe('In the order of the steps.'),
  })
  .meta({ id: 'WorkflowPreflightAnswer' })
