import { z } from 'zod'
import { GraceSeconds } from '../../platform/outgoing/secret-rotation.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import { ruleAt } from '../../platform/schemas/across-fields.schema.ts'
import {
  Instant,
  jsonObjectUpTo,
  jsonUpTo,
  recordUpTo,
  textUpTo,
} from '../../platform/schemas/bounded.schema.ts'
import {
  listFields,
  PageQuery,
  QueryBoolean,
  recordListFields,
} from '../../platform/http/replies/paging.schema.ts'
import { ContactData, TopicChoices } from '../contacts/contacts.schema.ts'
import { EventName } from '../events/event-name.schema.ts'
import { goalRecord } from '../goals/goals.schema.ts'
import { Holdout, HOLDOUT_NEEDS_GOAL, HoldoutRecord } from '../goals/holdouts/holdouts.schema.ts'
import { Entry, Exit, MOST_STEPS, Steps, Trigger, WorkflowGoal } from './definition.schema.ts'
import type { Definition } from './definition.schema.ts'
import { TEMPLATE_TYPES } from '../templates/templates.values.ts'
import { GOAL_REACTIONS } from './workflows.values.ts'

const LONGEST_NAME = 100
const LONGEST_DESCRIPTION = 1000

const Name = textUpTo(LONGEST_NAME)
  .regex(/^[^\r\n]*$/, 'must be one line')
  .trim()
  .min(1, 'must not be empty')
const Description = textUpTo(LONGEST_DESCRIPTION)
const EventShort = EventName.describe('Short for a trigger of type EVENT with this event.')

const Enabled = z
  .boolean()
  .describe(
    'Whether contacts can enter. Active executions of a disabled workflow continue to the end. Default: false.',
  )

type Short = { trigger?: unknown; eventName?: unknown }
const NOT_BOTH = ruleAt('eventName', 'must be left out if there is a trigger')
const isNotBoth = ({ trigger, eventName }: Short) => !trigger || !eventName

const ONE_OF_BOTH = ruleAt('trigger', 'is required', 'required')
const hasEither = ({ trigger, eventName }: Short) => Boolean(trigger) || Boolean(eventName)

const definition = {
  trigger: Trigger.nullish().describe(
    'The condition that starts an execution for a contact. Required without eventName.',
  ),
  eventName: EventShort.nullish(),
  steps: Steps.nullish(),
  entry: Entry.nullish().describe('The contacts that may enter. Default: every contact, once.'),
  exit: Exit.nullish().describe('When a contact leaves before the end. Default: never.'),
  goal: WorkflowGoal.nullish().describe('The event that contacts are meant to reach. Default: none.'),
  holdout: Holdout.nullish().describe(
    'Holds back a share of the contacts that enter: no step runs for them. The statistics compare how many of both reach the `goal`, which is required. Default: none.',
  ),
}

type HoldoutParts = { goal?: unknown; holdout?: unknown }

/** Whether there is nothing to compare those held back by. */
export const lacksHoldoutGoal = ({ goal, holdout }: HoldoutParts): boolean => Boolean(holdout) && !goal

const GOAL_REQUIRED = ruleAt('goal', HOLDOUT_NEEDS_GOAL, 'required')

export const WorkflowCreate = z
  .object({ name: Name, description: Description.nullish(), enabled: Enabled.nullish(), ...definition })
  .refine(hasEither, ONE_OF_BOTH)
  .refine(isNotBoth, NOT_BOTH)
  .refine((workflow) => !lacksHoldoutGoal(workflow), GOAL_REQUIRED)
  .meta({ id: 'WorkflowCreate' })

export const WorkflowPatch = z
  .object({
    name: Name.optional(),
    description: Description.nullable().optional(),
    enabled: Enabled.optional(),
    trigger: Trigger.optional(),
    eventName: EventShort.optional(),
    steps: Steps.optional(),
    entry: Entry.nullable().optional().describe('The contacts that may enter. null: every contact, once.'),
    exit: Exit.nullable().optional().describe('When a contact leaves before the end. null: never.'),
    goal: WorkflowGoal.nullable()
      .optional()
      .describe(
        'The event that contacts are meant to reach. null: none. A goal that counts something else starts from zero.',
      ),
    holdout: Holdout.nullable()
      .optional()
      .describe(
        'Holds back a share of the contacts that enter. null: nobody. Another share starts the comparison from zero.',
      ),
    ifUpdatedAt: Instant.optional().describe(
      'Saves only if the workflow has not been saved since this time, its `updatedAt` when you read it; otherwise returns 409.',
    ),
  })
  .refine(isNotBoth, NOT_BOTH)
  .meta({ id: 'WorkflowPatch' })

type GivenDefinition = Pick<z.output<typeof WorkflowCreate>, keyof typeof definition>

export function toDefinition(given: GivenDefinition): Definition {
  const { trigger, eventName, steps, entry, exit, goal, holdout } = given
  return {
    trigger: trigger ?? { type: 'EVENT', event: eventName ?? '' },
    steps: steps ?? [],
    entry: entry ?? null,
    exit: exit ?? null,
    goal: goal ?? null,
    holdout: holdout ?? null,
  }
}

const summary = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  version: z
    .int()
    .describe('Starts at 1. Saving a definition that has been enabled creates the next version.'),
  trigger: z
    .object({ type: z.string() })
    .loose()
    .meta({ id: 'TriggerRecord', description: 'The condition that starts an execution for a contact.' }),
  stepCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

const anything = z.object({}).loose()

export const WorkflowSummary = z.object(summary).meta({ id: 'WorkflowSummary' })

export const Workflow = z
  .object({
    ...summary,
    steps: z
      .array(z.object({ id: z.string(), type: z.string() }).loose())
      .describe('As given. Execution begins at the first step.'),
    entry: anything.nullable(),
    exit: anything.nullable(),
    goal: z
      .object({ ...goalRecord, whenReached: z.enum(GOAL_REACTIONS), goTo: z.string().nullable() })
      .meta({ id: 'WorkflowGoalRecord' })
      .nullable(),
    holdout: HoldoutRecord.nullable(),
  })
  .meta({ id: 'Workflow' })

export const WorkflowList = z
  .object({
    workflows: z.array(WorkflowSummary).describe('Without steps, entry, exit, goal and holdout.'),
    ...listFields,
  })
  .meta({ id: 'WorkflowList' })

export const WorkflowListQuery = PageQuery.extend(recordListFields)
export const WorkflowDeleteQuery = z.object({
  cancel: QueryBoolean.prefault('false').describe(
    'true cancels active executions. Default: false, which returns 409 if there are any.',
  ),
})

// More than a person writes by hand, and few enough to check in some milliseconds.
const MOST_EVENTS = 200
const MOST_SEGMENTS = 100
const MOST_EVENT_BYTES = 64 * 1_024

const SimulatedContact = z
  .strictObject({
    id: textUpTo(64).nullish().describe('Id of a contact of this project to simulate.'),
    email: EmailField.nullish().describe('Required without id.'),
    subscribed: z.boolean().nullish().describe("Default: the contact's own value, or true."),
    pausedUntil: Instant.nullish().describe(
      "Until when the contact wants no marketing email. Default: the contact's own value.",
    ),
    topics: TopicChoices.nullish().describe("Choices by the keys of topics, merged into the contact's own."),
    data: ContactData.nullish().describe("Merged into the contact's own data."),
    segments: z
      .array(textUpTo(64))
      .max(MOST_SEGMENTS, `must have at most ${MOST_SEGMENTS} segments`)
      .nullish()
      .describe('Ids of segments that the contact is a member of. Default: none.'),
  })
  .refine(({ id, email }) => Boolean(id) || Boolean(email), {
    path: ['email'],
    error: 'is required without id',
    params: { code: 'required' },
  })
  .meta({ id: 'SimulatedContact' })

const MOST_ANSWER_BYTES = 16 * 1_024

const SimulatedAnswer = z.strictObject({
  statusCode: z.int().min(100).max(599).nullish().describe('Default: 200.'),
  data: jsonUpTo(MOST_ANSWER_BYTES)
    .optional()
    .describe('JSON of at most 16 kB, which later steps see as `webhooks.<step id>.data`.'),
})

const simulation = {
  contact: SimulatedContact.describe('The contact that goes through the workflow.'),
  events: z
    .array(
      z.strictObject({
        at: Instant,
        event: EventName,
        data: jsonObjectUpTo(MOST_EVENT_BYTES)
          .nullish()
          .describe('At most 64 kB. Merged into the contact, as POST /v1/track does.'),
      }),
    )
    .max(MOST_EVENTS, { error: `must have at most ${MOST_EVENTS} events`, abort: true })
    .nullish()
    .describe(
      'Events of the contact during the simulation, in any order. With a trigger of type EVENT, the first one that matches starts the execution.',
    ),
  webhooks: recordUpTo(MOST_STEPS, SimulatedAnswer)
    .nullish()
    .describe(
      'How WEBHOOK steps are answered, by their ids. Default: status 200 without data. No URL is called.',
    ),
  startAt: Instant.nullish().describe(
    'When the virtual clock starts. Default: the time of the first event, or now if there are none.',
  ),
  until: Instant.nullish().describe(
    'When to stop at the latest. Default: one year after the start; at most ten years.',
  ),
}

const heldBack = z
  .boolean()
  .nullish()
  .describe(
    'With a holdout: whether the contact is held back. Default: as it would be for a saved workflow and the id of a contact; otherwise false.',
  )

export const WorkflowSimulate = z.object({ ...simulation, heldBack }).meta({ id: 'WorkflowSimulate' })

export const DefinitionSimulate = z
  .object({ ...definition, ...simulation, heldBack })
  .refine(hasEither, ONE_OF_BOTH)
  .refine(isNotBoth, NOT_BOTH)
  .refine((workflow) => !lacksHoldoutGoal(workflow), GOAL_REQUIRED)
  .meta({ id: 'DefinitionSimulate' })

const Time = z.iso.datetime()

export const WorkflowSimulated = z
  .object({
    started: z.boolean(),
    reason: z.string().nullable().describe('Why no execution was started; null if one was.'),
    status: z
      .enum(['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'])
      .nullable()
      .describe('Status of the execution when the simulation stopped.'),
    exitReason: z.string().nullable(),
    currentStepId: z.string().nullable(),
    startedAt: Time.nullable(),
    wakeAt: Time.nullable(),
    completedAt: Time.nullable(),
    stoppedBy: z
      .enum(['end', 'until', 'limit'])
      .describe(
        'end: nothing more would happen. until: the end time was reached. limit: 1,000 steps, 100 emails or 2 MB were reached.',
      ),
    path: z
      .array(
        z.object({
          stepId: z.string(),
          type: z.string(),
          status: z.enum(['WAITING', 'COMPLETED', 'FAILED']),
          startedAt: Time,
          completedAt: Time.nullable(),
          output: anything.nullable().describe('Such as the branch that was taken.'),
          error: z.string().nullable(),
        }),
      )
      .describe('The visited steps in their order.'),
    emails: z.array(
      z.object({
        at: Time,
        stepId: z.string(),
        to: z.string(),
        from: z.string().nullable(),
        templateId: z.string().nullable(),
        type: z.enum(TEMPLATE_TYPES).nullable(),
        status: z
          .enum(['SENT', 'SKIPPED'])
          .describe('SKIPPED: the email would not be sent; `reason` says why.'),
        reason: z
          .string()
          .nullable()
          .describe(
            'Why it is SKIPPED, as the email would say: unsubscribed, not_subscribed, paused, not_in_topic, topic_deleted, control_group, or the reason of a suppression.',
          ),
        subject: z.string().nullable(),
        html: z.string().nullable(),
        text: z.string().nullable(),
        missing: z.array(z.string()).describe('Variables without a value.'),
        error: z.string().nullable().describe('Why there is no content.'),
      }),
    ),
    changes: z
      .array(z.object({ at: Time, stepId: z.string(), type: z.string() }).loose())
      .describe(
        'Effects of the other steps: contact data, segments, events and webhooks, which are not called.',
      ),
    events: z
      .array(
        z.object({
          at: Time,
          event: z.string(),
          outcome: z.enum(['started', 'continued', 'exited', 'ignored']),
        }),
      )
      .describe('Effect of each event of the request on the execution.'),
    contact: z
      .object({ email: z.string(), subscribed: z.boolean(), data: anything })
      .describe('The contact when the simulation stopped.'),
  })
  .meta({ id: 'WorkflowSimulated' })

export const WorkflowSecret = z
  .object({
    secret: z.string().describe('whsec_ and base64, the format of libraries for Standard Webhooks.'),
  })
  .meta({ id: 'WorkflowSecret' })

export const WorkflowSecretRotate = z
  .object({ graceSeconds: GraceSeconds })
  .meta({ id: 'WorkflowSecretRotate' })

export const WorkflowPayload = z.object({
  projectId: z.string().brand<'project'>(),
  workflowId: z.string().brand<'workflow'>(),
})
export const CancelPayload = WorkflowPayload.extend({ operationId: z.string().brand<'operation'>() })
