import type { FilterLeaf } from '../../../../src/features/filters/filters.schema.ts'
import type { SubscriptionState } from '../../../../src/features/filters/language/subscription-states.values.ts'
import type { ValueType } from './condition-forms.ts'
import type { GroupKind } from './filter-draft.ts'
import type { TopicState } from './topics/topic-state.ts'
import { translatable } from '../../i18n/translatable.ts'

type Operator = FilterLeaf['operator']

const kinds: Record<GroupKind, string> = {
  all: 'All of',
  any: 'Any of',
  none: 'None of',
  notAll: 'Not all of',
}

const operators: Record<Operator, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  in: 'is one of',
  notIn: 'is none of',
  greaterThan: 'is more than',
  greaterThanOrEqual: 'is at least',
  lessThan: 'is less than',
  lessThanOrEqual: 'is at most',
  between: 'is between',
  within: 'was in the last',
  olderThan: 'was more than … ago',
  withinNext: 'is in the next',
  anniversaryIn: 'has its anniversary in … days',
  anniversaryAgo: 'had its anniversary … days ago',
  anniversaryWithinNext: 'has its anniversary in the next … days',
  exists: 'is known',
  notExists: 'is not known',
  triggered: 'happened',
  notTriggered: 'did not happen',
  memberOf: 'is',
  notMemberOf: 'is not',
}

/** For points in time. */
const timeOperators: Partial<Record<Operator, string>> = {
  equals: 'is exactly',
  notEquals: 'is not exactly',
  greaterThan: 'is after',
  greaterThanOrEqual: 'is at or after',
  lessThan: 'is before',
  lessThanOrEqual: 'is at or before',
}

const activities: Record<string, string> = {
  sent: 'Email was sent to them',
  delivered: 'Email was delivered',
  opened: 'They opened an email',
  clicked: 'They clicked a link',
  bounced: 'Email to them bounced',
}

const topicStates: Record<TopicState, string> = {
  in: 'is in it',
  out: 'is not in it',
  chosen: 'has chosen',
  notChosen: 'has not chosen',
}

const states: Record<SubscriptionState, string> = {
  SUBSCRIBED: 'subscribed',
  PENDING: 'asked, not confirmed yet',
  LEFT: 'left',
  NEVER_ASKED: 'never asked',
}

const types: Record<ValueType, string> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  day: 'Day',
  moment: 'Day and time',
}

export const builderTexts = translatable('patterns/filter-builder/filter-builder', 'builderTexts', {
  label: 'Filter',
  kinds,
  kind: 'How the conditions are combined',
  group: 'Group of conditions',
  condition: (number: number) => `Condition ${number}`,
  addCondition: 'Condition',
  addGroup: 'Group',
  removeCondition: 'Remove this condition',
  removeGroup: 'Remove this group',
  undo: 'Undo',
  redo: 'Redo',
  emptyGroup: 'Add a condition to choose who is meant.',
  full: 'A filter has at most 100 conditions.',
  field: 'Field',
  chooseField: 'Choose a field',
  operator: 'Operator',
  operators,
  timeOperators,
  value: 'Value',
  valueType: 'Type of the value',
  types,
  yes: 'yes',
  no: 'no',
  low: 'From',
  high: 'To',
  and: 'and',
  amount: 'Amount',
  unit: 'Unit',
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  addValue: 'Type a value and press Enter',
  removeValue: (value: string) => `Remove ${value}`,
  dayHint: 'Days begin at midnight in UTC.',
  missing: 'Fill this in',
  missingField: 'Choose a field',
  segment: 'Segment',
  chooseSegment: 'Choose a segment',
  segments: 'Segments',
  deletedSegment: 'A segment that was deleted',
  origins: {
    campaignId: {
      name: 'Campaign',
      choose: 'Choose a campaign',
      list: 'Campaigns',
      of: 'of the campaign',
      remove: 'Of any campaign',
    },
    templateId: {
      name: 'Template',
      choose: 'Choose a template',
      list: 'Templates',
      of: 'of the template',
      remove: 'Of any template',
    },
    workflowId: {
      name: 'Workflow',
      choose: 'Choose a workflow',
      list: 'Workflows',
      of: 'of the workflow',
      remove: 'Of any workflow',
    },
  },
  fieldGroups: {
    contact: 'Contact',
    topics: 'Topics',
    data: 'Your data',
    events: 'Events',
    activity: 'Email activity',
    typed: 'As typed',
    trigger: 'The event that starts it',
  },
  fields: {
    email: 'Email address',
    subscribed: 'Subscribed',
    subscriptionState: 'Subscription',
    pausedUntil: 'Paused until',
    createdAt: 'Added',
    updatedAt: 'Last changed',
    segment: 'Segment',
  },
  activities,
  typedData: (key: string) => `Data: ${key}`,
  typedEvent: (name: string) => `Event: ${name}`,
  typedTrigger: (key: string) => `Starting event: ${key}`,
  event: (name: string) => `Event ${name}`,
  topic: (name: string) => `Topic ${name}`,
  topicStates,
  states,
  details: {
    within: 'in the last',
    addWithin: 'Time',
    removeWithin: 'At any time',
    count: 'at least',
    countMost: 'at most',
    times: 'times',
    addCount: 'How often',
    removeCount: 'Any number of times',
    where: 'where',
    addWhere: 'Where',
    key: 'Key of the event’s data',
    keyHint: 'Key, such as amount',
    removeWhere: 'Remove this condition on the event',
    link: 'on a link that',
    addLink: 'Link',
    removeLink: 'On any link',
    linkKind: 'How the link is compared',
    linkKinds: { contains: 'contains', equals: 'is' },
    url: 'URL of the link',
    urlHint: '/sale, or a whole URL',
  },
  preview: {
    people: (count: number) => (count === 1 ? 'person matches' : 'people match'),
    counting: 'Counting…',
    unfinished: 'Finish the conditions to see who matches.',
    everybody: 'Add conditions to choose contacts.',
    took: (ms: string) => `counted in ${ms} ms`,
    sample: 'Five of them',
    fewer: 'They are',
  },
})
