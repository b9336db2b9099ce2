// The configuration of each type of step. Unlike elsewhere in the API, unknown fields are refused: ignoring a misspelled
// setting could send email to the wrong people, or at the wrong time.
import { z } from 'zod'
import { LARGEST_DATA_BYTES } from '../contacts/contacts.schema.ts'
import { EmailField } from '../../platform/addresses/email-address.schema.ts'
import {
  bytesUpTo,
  describedInput,
  jsonObjectUpTo,
  lineUpTo,
  recordUpTo,
  textUpTo,
  withoutLiquid,
} from '../../platform/schemas/bounded.schema.ts'
import { chosenBy } from '../../platform/schemas/chosen.schema.ts'
import { LIQUID_START } from '../../platform/liquid/delimiters.values.ts'
import { TimeOfDay, Weekdays } from '../../platform/time/local-times.schema.ts'
import { ContactData } from '../contacts/contacts.schema.ts'
import { CampaignUtm, UTM_DESCRIPTION } from '../delivery/content/utm.schema.ts'
import { EventName, TrackableName } from '../events/event-name.schema.ts'
import { Duration, durationMs, UNIT_MS } from '../filters/filter-dates.schema.ts'
import { LONGEST_FIELD } from '../filters/language/filter-fields.schema.ts'
import { Blocks } from '../templates/blocks/blocks.schema.ts'
import { PreviewText } from '../templates/templates.schema.ts'
import { TopicKey } from '../topics/topics.schema.ts'
import { dataPathOf, isObject } from '../filters/language/event-data.schema.ts'
import { ConditionTree, startPathOf } from './conditions.schema.ts'
import { ContactZone, DATE_MOVE, OfContact } from './date-moves.schema.ts'
import { ComparedWhere } from './event-comparisons.schema.ts'
import { TEMPLATE_TYPES } from '../templates/templates.values.ts'
import { CALL_METHODS, DATE_RULES } from './workflows.values.ts'

// Long enough for a sentence without spaces; step ids and branch names appear in every entry of an execution's history.
const LONGEST_NAME = 64
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/

const Name = textUpTo(LONGEST_NAME).regex(
  NAME,
  'must consist of letters, digits, - and _, and begin with a letter or a digit',
)
export const StepId = Name.describe('Unique in the workflow, such as welcome-email.')

// A step with more branches is hard to read.
export const MOST_BRANCHES = 20

const LONGEST_WAIT_DAYS = 365

const WaitDuration = Duration.refine((given) => durationMs(given) <= LONGEST_WAIT_DAYS * UNIT_MS.days, {
  path: ['amount'],
  message: `must be at most ${LONGEST_WAIT_DAYS} days`,
  params: { code: 'too_big' },
}).meta({ id: 'WaitDuration' })

// A quarter of a template's limit: a workflow can hold several, and is always read whole.
export const MOST_BODY_BYTES = 256 * 1_024

const Recipient = chosenBy<string>((given) => (given === 'contact' ? OfContact : withoutLiquid(EmailField)))
  .meta({ type: 'string' })
  .describe('`contact` (default), or another address that gets this email instead, such as a colleague.')

const SendEmail = z
  .strictObject({
    templateId: textUpTo(100)
      .nullish()
      .describe('Id or alias of a template. Without it, subject and body are required.'),
    subject: lineUpTo(998).min(1, 'must not be empty').nullish(),
    body: bytesUpTo(MOST_BODY_BYTES)
      .min(1, 'must not be empty')
      .nullish()
      .describe('HTML or MJML, with Liquid.'),
    blocks: Blocks.nullish().describe(
      'The document of the block editor, at most 256 kB of JSON. The body is generated from it, so send one of the two, or both unchanged as the API returned them.',
    ),
    previewText: PreviewText.nullish(),
    utm: CampaignUtm.strict().nullish().describe(UTM_DESCRIPTION),
    topic: TopicKey.nullish().describe(
      'Key of the topic of this email: marketing email goes to contacts who are in it. Default: the topic of the template.',
    ),
    from: withoutLiquid(EmailField).nullish().describe("Default: the project's defaultFrom."),
    fromName: lineUpTo(100).nullish().describe('With Liquid.'),
    replyTo: withoutLiquid(EmailField)
      .nullish()
      .describe('Where replies go. POST /v1/send calls it `reply`, as Plunk does.'),
    type: z
      .enum(TEMPLATE_TYPES)
      .nullish()
      .describe('Type of an email without a template. MARKETING (default) goes to subscribed contacts only.'),
    to: Recipient.nullish(),
  })
  .superRefine((config, context) => {
    const own = ['subject', 'body', 'blocks', 'previewText', 'from', 'fromName', 'replyTo', 'type'] as const
    const isGiven = (name: (typeof own)[number]) => (config[name] ?? undefined) !== undefined
    const message = 'must be left out: the template has its own'
    if (config.templateId) {
      for (const name of own.filter(isGiven)) context.addIssue({ code: 'custom', path: [name], message })
      return
    }
    const isMissing = (name: 'subject' | 'body') => !isGiven(name) && !(name === 'body' && isGiven('blocks'))
    for (const name of (['subject', 'body'] as const).filter(isMissing)) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required without templateId',
        params: { code: 'required' },
      })
    }
  })

const UntilTime = z
  .strictObject({
    until: TimeOfDay.describe('Waits for the next occurrence of this time of day.'),
    weekdays: Weekdays.nullish().describe('Only on these days. Default: every day.'),
    timezone: ContactZone,
  })
  .meta({ id: 'WaitUntil' })

const DateField = textUpTo(LONGEST_FIELD)
  .refine((field) => (dataPathOf(field) ?? startPathOf(field)) !== undefined, {
    message: 'must be data.<key>, or event.data.<key> for the event that started the workflow',
    params: { code: 'invalid_string' },
  })
  .describe(
    'Where the date is: data.<key> of the contact, or event.data.<key> of the event that started the workflow.',
  )

const UntilDate = z
  .strictObject({
    untilDate: z.strictObject({ field: DateField, ...DATE_MOVE }),
    ifPast: z
      .enum(DATE_RULES)
      .nullish()
      .describe(
        'If the time has passed when the contact comes to the step. now (default): it continues at once. skip: it takes the branch skip. exit: it leaves the workflow.',
      ),
    ifMissing: z
      .enum(DATE_RULES)
      .nullish()
      .describe('If the field has no date: now, skip or exit (default).'),
  })
  .meta({ id: 'WaitUntilDate' })

const UntilBestHour = z
  .strictObject({
    untilBestHour: z
      .strictObject({
        fallback: TimeOfDay.nullish().describe(
          'Time of day for contacts whose best hour is not known. Default: 09:00.',
        ),
        timezone: ContactZone,
      })
      .describe(
        'Waits for the next hour at which the contact usually opens email: the hour of most opens and clicks by a person in the last 180 days, of which at least 3 are needed. Continues at once during that hour.',
      ),
  })
  .meta({ id: 'WaitUntilBestHour' })

type DelayInput =
  | z.infer<typeof WaitDuration>
  | z.infer<typeof UntilTime>
  | z.infer<typeof UntilDate>
  | z.infer<typeof UntilBestHour>

function delaySchema(given: unknown) {
  if (!isObject(given)) return WaitDuration
  if ('untilDate' in given) return UntilDate
  if ('untilBestHour' in given) return UntilBestHour
  return 'until' in given ? UntilTime : WaitDuration
}

const Delay = chosenBy<DelayInput>(delaySchema).meta({
  id: 'DelayConfig',
  anyOf: [WaitDuration, UntilTime, UntilDate, UntilBestHour].map((schema) => describedInput(schema)),
})

const WaitForEvent = z.strictObject({
  event: EventName,
  where: ComparedWhere.nullish(),
  timeout: WaitDuration.describe('How long to wait, at most 365 days.'),
})

const Condition = z
  .strictObject({
    filters: ConditionTree.nullish().describe('Takes the branch yes or no.'),
    branches: z
      .array(z.strictObject({ name: Name, filters: ConditionTree }))
      .min(1, 'must have at least one branch')
      .max(MOST_BRANCHES, { error: `must have at most ${MOST_BRANCHES} branches`, abort: true })
      .nullish()
      .describe('Takes the first branch whose filters match, else default.'),
  })
  .superRefine(({ filters, branches }, context) => {
    if (Boolean(filters) === Boolean(branches)) {
      context.addIssue({ code: 'custom', message: 'must have either filters or branches' })
    }
    const names = branches?.map(({ name }) => name) ?? []
    names.forEach((name, index) => {
      if (name !== 'default' && names.indexOf(name) === index) return
      const message =
        name === 'default'
          ? 'must not be default, which is the branch for all other contacts'
          : 'is taken by another branch'
      context.addIssue({ code: 'custom', path: ['branches', index, 'name'], message })
    })
  })

// A split test needs no finer shares than thousandths.
const HEAVIEST = 1000

const Split = z.strictObject({
  weights: recordUpTo(
    MOST_BRANCHES,
    z.int().min(1, 'must be at least 1').max(HEAVIEST, `must be at most ${HEAVIEST}`),
  )
    .superRefine((weights, context) => {
      const names = Object.keys(weights)
      if (names.length < 2) {
        context.addIssue({
          code: 'custom',
          message: 'must have at least two branches',
          params: { code: 'too_small' },
        })
      }
      for (const name of names.filter((one) => !NAME.test(one) || one.length > LONGEST_NAME)) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must have a name of at most 64 letters, digits, - and _',
          params: { code: 'invalid_string' },
        })
      }
    })
    .describe('Share of each branch, such as {"a": 50, "b": 50}. A contact always takes the same one.'),
})

const WITH_LIQUID = 'With Liquid: a value that is one output, such as {{ event.total }}, keeps its type.'

/** The parts of an UPDATE_CONTACT step that change data. */
export const UPDATES = ['data', 'increment', 'append', 'remove'] as const

const UpdateContact = z
  .strictObject({
    data: ContactData.nullish().describe(
      "Merged into the contact's data; null deletes a key. With Liquid: a value that is one output, such as {{ score | plus: 5 }}, keeps its type.",
    ),
    increment: ContactData.superRefine(checkAmounts)
      .nullish()
      .describe(
        `Numbers to add to those of the contact, such as {"points": 5, "spent": "{{ event.total }}"}; negative ones are subtracted. A key that is missing counts as 0. ${WITH_LIQUID}`,
      ),
    append: ContactData.nullish().describe(
      `Elements to add to lists, such as {"tags": "vip"}, unless the list has them; a list adds each of its elements. A key that is missing becomes a list. ${WITH_LIQUID}`,
    ),
    remove: ContactData.nullish().describe(
      `Elements to remove from lists, such as {"tags": "trial"}. ${WITH_LIQUID}`,
    ),
    subscribed: z.boolean().nullish(),
  })
  .superRefine(({ subscribed, ...updates }, context) => {
    const given = UPDATES.filter((name) => updates[name])
    if (given.length === 0 && (subscribed ?? undefined) === undefined) {
      context.addIssue({ code: 'custom', message: 'must have data, increment, append, remove or subscribed' })
    }
    given.forEach((name, index) => {
      for (const key of Object.keys(updates[name] ?? {})) {
        const other = given.slice(0, index).find((one) => Object.hasOwn(updates[one] ?? {}, key))
        if (other === undefined) continue
        context.addIssue({ code: 'custom', path: [name, key], message: `is also in ${other}` })
      }
    })
  })

/** Amounts are numbers, or texts with Liquid. */
function checkAmounts(amounts: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const [key, amount] of Object.entries(amounts)) {
    if (typeof amount === 'number' || (typeof amount === 'string' && LIQUID_START.test(amount))) continue
    const message = 'must be a number, or text with Liquid'
    context.addIssue({ code: 'custom', path: [key], message, params: { code: 'invalid_type' } })
  }
}

const SegmentConfig = z.strictObject({
  segmentId: textUpTo(64).toLowerCase().describe('Id of a static segment.'),
})

export const LONGEST_URL = 2000
const MOST_HEADERS = 20
const LONGEST_HEADER = 2000
const MOST_WEBHOOK_BYTES = 64 * 1_024
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

const Webhook = z.strictObject({
  url: textUpTo(LONGEST_URL)
    // Liquid in the host would let contacts decide which server is called.
    .regex(
      /^https?:\/\/[^\s/?#{}]+([/?#][^\r\n]*)?$/i,
      'must be an http or https URL, with Liquid only after the host',
    )
    .describe('Path and query may contain Liquid.'),
  method: z.enum(CALL_METHODS).nullish().describe('Default: POST.'),
  headers: recordUpTo(MOST_HEADERS, lineUpTo(LONGEST_HEADER))
    .superRefine((headers, context) => {
      for (const name of Object.keys(headers).filter((one) => !HEADER_NAME.test(one))) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must be a valid header name',
          params: { code: 'invalid_string' },
        })
      }
    })
    .nullish()
    .describe('Values may contain Liquid.'),
  body: bytesUpTo(MOST_WEBHOOK_BYTES)
    .nullish()
    .describe('With Liquid. Default: the contact and the event as JSON.'),
})

const TrackEvent = z.strictObject({
  event: withoutLiquid(TrackableName),
  data: jsonObjectUpTo(LARGEST_DATA_BYTES)
    .nullish()
    .describe('Stored on the event, at most 64 kB, with Liquid. The contact is not changed.'),
})

const Exit = z.strictObject({ reason: withoutLiquid(lineUpTo(200)).nullish() })

const NextByBranch = recordUpTo(MOST_BRANCHES + 1, StepId.nullable())

const Next = chosenBy<string | Record<string, string | null>>((given) =>
  isObject(given) ? NextByBranch : StepId,
)
  .meta({
    anyOf: [
      { type: 'string', maxLength: LONGEST_NAME },
      { type: 'object', additionalProperties: { type: ['string', 'null'], maxLength: LONGEST_NAME } },
    ],
    id: 'NextStep',
  })
  .nullish()
  .describe('Id of the next step, or an object with one id per branch. null or absent: the end.')

const step = <Type extends string, Config extends z.ZodType>(type: Type, config: Config) =>
  z.object({
    id: StepId,
    type: z.literal(type),
    name: withoutLiquid(lineUpTo(200)).nullish(),
    config,
    next: Next,
  })

export const Step = z
  .discriminatedUnion('type', [
    step('SEND_EMAIL', SendEmail).meta({ id: 'SendEmailStep' }),
    step('DELAY', Delay).meta({ id: 'DelayStep' }),
    step('WAIT_FOR_EVENT', WaitForEvent).meta({ id: 'WaitForEventStep' }),
    step('CONDITION', Condition).meta({ id: 'ConditionStep' }),
    step('SPLIT', Split).meta({ id: 'SplitStep' }),
    step('UPDATE_CONTACT', UpdateContact).meta({ id: 'UpdateContactStep' }),
    step('ADD_TO_SEGMENT', SegmentConfig).meta({ id: 'AddToSegmentStep' }),
    step('REMOVE_FROM_SEGMENT', SegmentConfig).meta({ id: 'RemoveFromSegmentStep' }),
    step('WEBHOOK', Webhook).meta({ id: 'WebhookStep' }),
    step('TRACK_EVENT', TrackEvent).meta({ id: 'TrackEventStep' }),
    step('EXIT', Exit.nullish()).meta({ id: 'ExitStep' }),
  ])
  .meta({ id: 'WorkflowStep' })

export type Step = z.output<typeof Step>
export type StepOf<Type extends Step['type']> = Extract<Step, { type: Type }>
export type DelayConfig = StepOf<'DELAY'>['config']
export type DateWaitConfig = Extract<DelayConfig, { untilDate: unknown }>
export type DateStep = StepOf<'DELAY'> & { config: DateWaitConfig }

export type BestHourWaitConfig = Extract<DelayConfig, { untilBestHour: unknown }>
export type BestHourStep = StepOf<'DELAY'> & { config: BestHourWaitConfig }

/** A DELAY until the hour at which the contact usually opens email. */
export const isBestHourStep = (step: Step): step is BestHourStep =>
  step.type === 'DELAY' && 'untilBestHour' in step.config

/** A DELAY that always waits: not for a date that may have passed, nor for an hour that it may be. */
export const isSureDelay = (step: Step): boolean =>
  step.type === 'DELAY' && !isDateStep(step) && !isBestHourStep(step)

/** A DELAY until a date of the contact or of the event. */
export const isDateStep = (step: Step): step is DateStep =>
  step.type === 'DELAY' && 'untilDate' in step.config
