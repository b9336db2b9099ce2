import type { Segment, SegmentUse } from '../../api/segments.ts'
import { formatCount } from '../../format/number.ts'
import { plural } from '../../format/plural.ts'

const types: Record<Segment['type'], string> = { DYNAMIC: 'Filter', STATIC: 'List' }

const useKinds: Record<SegmentUse['kind'], string> = {
  campaign: 'Campaign',
  workflow: 'Workflow',
  segment: 'Segment',
}

const people = (count: number) => plural(count, 'person', 'people')

export const segments = {
  title: 'Segments',
  list: 'Segments of this project, newest first',
  count: (count: number) => plural(count, 'segment'),
  create: 'New segment',
  createStatic: 'New list',
  types,
  columns: {
    name: 'Name',
    type: 'Kind',
    members: 'People',
    tracked: 'Tracked',
    used: 'Used by',
    changed: 'Changed',
  },
  tracked: 'Tracked',
  notCounted: 'not counted yet',
  unused: 'Nothing',
  usedMore: (name: string, more: number) => `${name} and ${more} more`,
  empty: {
    title: 'No segments yet',
    text: 'A segment is a group of people: everybody who matches a filter, or a list of addresses. Campaigns and workflows use them.',
  },
  calls: {
    list: 'List',
    create: 'Create',
    preview: 'Preview',
    read: 'Read',
    members: 'Members',
    export: 'Export',
    change: 'Change',
    add: 'Add people',
    explain: 'Explain',
  },
  editor: {
    newTitle: 'New segment',
    newStaticTitle: 'New list',
    name: 'Name',
    nameHint: 'Such as “Customers in Germany”.',
    description: 'Description',
    descriptionHint: 'What it is for. Only people of this project see it.',
    filter: 'Who is in it',
    matches: 'Who matches',
    tracking: 'Tell when people enter and leave',
    trackingHint: 'As the events segment.entered and segment.left, which workflows and webhooks can use.',
    save: 'Save',
    create: 'Create segment',
    createList: 'Create list',
    saveAsNew: 'Save as a new segment',
    saved: 'The segment was saved.',
    created: 'The segment was created.',
    states: { dirty: 'Not saved yet', readOnly: 'You can look, but not change it' },
    savedAt: 'Saved',
    unfinished: 'Some conditions are not finished.',
    noConditions: 'Add at least one condition.',
    deleted: {
      text: 'Somebody has deleted this segment.',
      hint: 'Nothing you typed is lost: save it as a new segment.',
    },
    conflict: 'Somebody else saved this segment while you were editing.',
  },
  facts: {
    title: 'Segment',
    id: 'Segment id',
    copyId: 'Copy the segment id',
    kind: 'Kind',
    created: 'Created',
  },
  memberColumns: {
    email: 'Email',
    subscribed: 'Subscription',
    yes: 'Subscribed',
    no: 'Not subscribed',
    added: 'Added',
    actions: 'Actions',
  },
  members: {
    title: 'People in it',
    label: 'People in this segment, newest first',
    count: people,
    empty: 'Nobody is in it now.',
    why: 'Why?',
    whyOne: (email: string) => `Why is ${email} in it?`,
    remove: 'Remove',
    removeOne: (email: string) => `Remove ${email} from the list`,
    removed: (email: string) => `${email} was removed from the list.`,
    showAll: 'Show in contacts',
  },
  add: {
    title: 'Add people',
    hint: 'One per line, or with commas between them. Unknown addresses become contacts.',
    submit: (count: number) => `Add ${plural(count, 'address', 'addresses')}`,
    submitNone: 'Add',
    done: (added: number, created: number) =>
      created === 0
        ? `${people(added)} added.`
        : `${people(added)} added, ${formatCount(created)} of them new contacts.`,
    tooMany: (most: string) => `At most ${most} at once; import larger lists as a file.`,
  },
  explain: {
    title: 'Why is somebody in it?',
    text: 'Choose a person to see which conditions hold.',
    choose: 'Search by email',
    person: 'Person',
    people: 'Contacts',
    isIn: (email: string) => `${email} is in this segment.`,
    isOut: (email: string) => `${email} is not in this segment.`,
    asSaved: 'By the conditions as they were saved last.',
    holds: 'holds',
    fails: 'does not hold',
    has: (value: string) => `has ${value}`,
    hasNothing: 'has nothing there',
    times: (count: number) => (count === 1 ? 'happened once' : `happened ${plural(count, 'time')}`),
    isMember: 'is in it',
    noMember: 'is not in it',
    all: 'Everything together',
  },
  growth: {
    title: 'Growth',
    tooShort: 'The number of people is noted every day; the chart begins on the second one.',
    summary: ({ from, to, before, now }: Record<'from' | 'to', string> & Record<'before' | 'now', number>) =>
      `From ${people(before)} on ${from} to ${people(now)} on ${to}.`,
    asTable: 'Show as a table',
    day: 'Day',
    people: 'People',
  },
  used: {
    title: 'Used by',
    none: 'Nothing uses it.',
    kinds: useKinds,
  },
  deleting: {
    button: 'Delete',
    title: (name: string) => `Delete ${name}?`,
    text: 'The people in it stay; only the segment goes.',
    blocked: 'It is in use and cannot be deleted now:',
    blockedHint:
      'Finish or cancel the campaigns and disable the workflows first, or choose another segment there.',
    breaks: 'These segments refer to it and stop working until their conditions are changed:',
    submit: 'Delete the segment',
    cancel: 'Keep it',
    done: 'The segment was deleted.',
  },
}
