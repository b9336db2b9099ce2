// The filter language: a tree of conditions on contacts. Segments, lists, bulk actions, audiences and workflows share it;
// docs/segments.md describes it. The size of a tree is checked before its content.
import { z } from 'zod'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { chosenBy } from '../../platform/schemas/chosen.schema.ts'
import { WITH_OUR_MESSAGES } from '../../platform/schemas/validation-messages.schema.ts'
import { CONTACT_COLUMNS, parseField } from './language/filter-fields.schema.ts'
import type { Field } from './language/filter-fields.schema.ts'
import { checkHistoryLeaf, HISTORY_OPERATORS, MOST_WHERE } from './language/filter-history-leaves.schema.ts'
import type { HistoryLeaf } from './language/filter-history-leaves.schema.ts'
import {
  checkContactLeaf,
  checkField,
  CONTACT_OPERATORS,
  contactOperatorsOf,
  problem,
} from './language/filter-leaves.schema.ts'
import type { ContactLeaf, Report } from './language/filter-leaves.schema.ts'
import { checkSegmentLeaf, SEGMENT_OPERATORS } from './language/filter-segment-leaves.schema.ts'
import type { SegmentLeaf } from './language/filter-segment-leaves.schema.ts'

// Deeper trees are hard to read, and nobody needs them.
export const DEEPEST_TREE = 5

// Each is evaluated for every contact of the project.
export const MOST_LEAVES = 100

const GROUP_OPERATORS = ['AND', 'OR', 'NOT'] as const

export type FilterLeaf = ContactLeaf | HistoryLeaf | SegmentLeaf
export type FilterTree = {
  operator: (typeof GROUP_OPERATORS)[number]
  conditions: (FilterTree | FilterLeaf)[]
}

export const isTree = (node: FilterTree | FilterLeaf): node is FilterTree => 'conditions' in node

/** The operators of a field, in the order in which forms offer them. */
export function operatorsOf({ kind }: Field): readonly FilterLeaf['operator'][] {
  if (kind === 'event' || kind === 'activity') return HISTORY_OPERATORS
  return kind === 'segment' ? SEGMENT_OPERATORS : contactOperatorsOf(kind)
}

/** An empty group is refused: its meaning differs by operator and is rarely intended. */
const NO_CONDITIONS =
  'must have at least one condition: an empty AND would match every contact, an empty OR none. To match every contact, use {"field": "email", "operator": "exists"}'

const Tree = z.strictObject({
  operator: z.enum(GROUP_OPERATORS),
  conditions: z
    .array(z.unknown())
    .min(1, NO_CONDITIONS)
    .max(MOST_LEAVES, `must have at most ${MOST_LEAVES} conditions`),
})

type Walk = { report: Report; leaves: number }
type Place = { path: readonly PropertyKey[]; depth: number }

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

function checkNode(input: unknown, { path, depth }: Place, walk: Walk): void {
  if (!isObject(input)) {
    return walk.report({ code: 'invalid_type', expected: 'object', input, path: [], message: '' }, path)
  }
  if (depth === 1 || isMeantAsTree(input)) return checkTree(input, { path, depth }, walk)
  const hasRoom = walk.leaves <= MOST_LEAVES
  walk.leaves += 1 + countWhere(input)
  if (walk.leaves <= MOST_LEAVES) return checkLeaf(input, path, walk.report)
  if (!hasRoom) return
  walk.report(problem(`is one too many: a filter has at most ${MOST_LEAVES} conditions`, 'too_big'), path)
}

/** Conditions on the data of an event count too. */
const countWhere = ({ where }: Record<string, unknown>) => (Array.isArray(where) ? where.length : 0)

function checkLeaf(input: Record<string, unknown>, path: Place['path'], report: Report): void {
  const field = checkField(input['field'], { path: [...path, 'field'], report, parse: parseField })
  if (!field) return
  if (field.kind === 'event' || field.kind === 'activity') checkHistoryLeaf(field, { input, path }, report)
  else if (field.kind === 'segment') checkSegmentLeaf({ input, path }, report)
  else checkContactLeaf(field, { input, path }, report)
}

const isMeantAsTree = (input: Record<string, unknown>) =>
  'conditions' in input || (!('field' in input) && GROUP_OPERATORS.some((name) => name === input['operator']))

function checkTree(input: Record<string, unknown>, { path, depth }: Place, walk: Walk): void {
  if (depth > DEEPEST_TREE) {
    return walk.report(problem(`must not be nested deeper than ${DEEPEST_TREE} levels`, 'too_big'), path)
  }
  const tree = Tree.safeParse(input, WITH_OUR_MESSAGES)
  for (const issue of tree.error?.issues ?? []) walk.report(issue, path)
  if (!tree.success) return
  const { operator, conditions } = tree.data
  if (operator === 'NOT' && conditions.length > 1) {
    const message = 'must have one condition under NOT; put several into an AND or OR'
    walk.report(problem(message, 'too_big'), [...path, 'conditions'])
  }
  conditions.forEach((inner, index) => {
    checkNode(inner, { path: [...path, 'conditions', index], depth: depth + 1 }, walk)
  })
}

/** The reference of FilterTree in the API description, for schemas that are written by hand. */
export const FILTER_TREE_REF = { $ref: '#/components/schemas/FilterTree' } as const

const DURATION = {
  type: 'object',
  required: ['amount', 'unit'],
  properties: {
    amount: { type: 'integer', minimum: 1 },
    unit: { type: 'string', enum: ['minutes', 'hours', 'days'] },
  },
  unevaluatedProperties: false,
} as const

const CONTACT_CONDITION = {
  type: 'object',
  required: ['field', 'operator'],
  properties: {
    field: {
      type: 'string',
      pattern: String.raw`^(${CONTACT_COLUMNS.join('|')}|topics\.[a-z0-9-]+|data\.[\s\S]+)$`,
      description: `${CONTACT_COLUMNS.join(', ')}, topics.<key> or data.<key>.`,
    },
    operator: { type: 'string', enum: [...CONTACT_OPERATORS] },
    value: { description: 'The value to compare with. exists and notExists take no value.' },
  },
  unevaluatedProperties: false,
} as const

const DATA_CONDITION = {
  ...CONTACT_CONDITION,
  properties: {
    ...CONTACT_CONDITION.properties,
    field: { type: 'string', pattern: String.raw`^data\.[\s\S]+$`, description: 'data.<key> of the event.' },
  },
} as const

const HISTORY_CONDITION = {
  type: 'object',
  required: ['field', 'operator'],
  properties: {
    field: {
      type: 'string',
      pattern: String.raw`^(event\.[\s\S]+|emailActivity\.(sent|delivered|opened|clicked|bounced))$`,
      description: 'event.<name>, or emailActivity.sent, delivered, opened, clicked or bounced.',
    },
    operator: { type: 'string', enum: [...HISTORY_OPERATORS] },
    within: { ...DURATION, description: 'Only counts events and emails within this time before now.' },
    campaignId: {
      type: 'string',
      description: 'Only counts the emails of this campaign. emailActivity only.',
    },
    templateId: {
      type: 'string',
      description: 'Only counts the emails of this template. emailActivity only.',
    },
    workflowId: {
      type: 'string',
      description: 'Only counts the emails of this workflow. emailActivity only.',
    },
    count: {
      type: 'object',
      properties: { atLeast: { type: 'integer', minimum: 0 }, atMost: { type: 'integer', minimum: 0 } },
      unevaluatedProperties: false,
      description:
        'Number of events or emails. Default: at least 1. An email counts once as opened, and once per link as clicked.',
    },
    link: {
      type: 'object',
      properties: {
        equals: { type: 'string', minLength: 1, maxLength: 2000 },
        contains: { type: 'string', minLength: 1, maxLength: 2000 },
      },
      unevaluatedProperties: false,
      description: 'Only counts clicks on this URL, or on URLs with this part. emailActivity.clicked only.',
    },
    where: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_WHERE,
      items: DATA_CONDITION,
      description: "Conditions on the event's data (data.<key>); all must hold. Events only.",
    },
  },
  unevaluatedProperties: false,
} as const

const SEGMENT_CONDITION = {
  type: 'object',
  required: ['field', 'operator', 'value'],
  properties: {
    field: { type: 'string', const: 'segment' },
    operator: { type: 'string', enum: [...SEGMENT_OPERATORS] },
    value: { type: 'string', format: 'uuid', description: 'Id of a segment of this project.' },
  },
  unevaluatedProperties: false,
} as const

const treeDescription = {
  type: 'object',
  required: ['operator', 'conditions'],
  properties: {
    operator: { type: 'string', enum: [...GROUP_OPERATORS], description: 'NOT takes one condition.' },
    conditions: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_LEAVES,
      items: {
        anyOf: [FILTER_TREE_REF, CONTACT_CONDITION, HISTORY_CONDITION, SEGMENT_CONDITION],
      },
    },
  },
  unevaluatedProperties: false,
  examples: [
    {
      operator: 'AND',
      conditions: [
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'createdAt', operator: 'within', value: { amount: 30, unit: 'days' } },
      ],
    },
  ],
} as const

// Without a transform, which would add a second schema for requests to the API description.
export const FilterTree = z
  .custom<FilterTree>()
  .superRefine((input, context) => {
    const report: Report = (issue, path) => {
      context.addIssue({ ...issue, path: [...path, ...issue.path] } as never)
    }
    checkNode(input, { path: [], depth: 1 }, { report, leaves: 0 })
  })
  .describe(
    `Conditions on contacts, combined with AND, OR and NOT: at most ${MOST_LEAVES}, nested at most ${DEEPEST_TREE} deep. The operators are listed in docs/segments.md. A request that selects contacts calls it \`filter\`, segments and workflows store it as \`filters\`, and a campaign as \`audienceFilter\`.`,
  )
  .meta({ id: 'FilterTree', ...treeDescription })

/** Whether a value is meant as a tree, even if it is invalid. */
export const looksLikeTree = (input: unknown): boolean =>
  isObject(input) && ('conditions' in input || 'operator' in input)

// A query string counts towards the 16 kB of all headers, and quotation marks take three bytes there.
const LONGEST_FILTER_TEXT = 8000

const InvalidJson = z.custom<FilterTree>(() => false, {
  error: 'must be a filter as JSON, such as {"operator":"AND","conditions":[…]}',
  params: { code: 'invalid_string' },
})

/** A tree as JSON text, for query parameters. */
export const FilterText = textUpTo(LONGEST_FILTER_TEXT)
  .transform(parseJson)
  .pipe(chosenBy((input) => (input === undefined ? InvalidJson : FilterTree)))
  .meta({ contentMediaType: 'application/json', contentSchema: FILTER_TREE_REF })
  .describe('Only contacts that match this filter, as JSON in the form of the `filters` of a segment.')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
