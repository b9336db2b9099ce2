// Words for triggers and steps: on the cards of the canvas, in the inspector and in the list.
import type { StepType, TriggerType } from './model/definition.ts'
import { plural } from '../../format/plural.ts'

const names: Record<StepType, string> = {
  SEND_EMAIL: 'Send an email',
  DELAY: 'Wait a while',
  WAIT_FOR_EVENT: 'Wait for an event',
  CONDITION: 'Condition',
  SPLIT: 'Split',
  UPDATE_CONTACT: 'Change the contact',
  ADD_TO_SEGMENT: 'Add to a segment',
  REMOVE_FROM_SEGMENT: 'Remove from a segment',
  WEBHOOK: 'Call a webhook',
  TRACK_EVENT: 'Record an event',
  EXIT: 'Leave the workflow',
}

const meanings: Record<StepType, string> = {
  SEND_EMAIL: 'By a template, or written here',
  DELAY: 'For some time, or until a time of day',
  WAIT_FOR_EVENT: 'Goes on when it happens, or after some time',
  CONDITION: 'Different ways for different contacts',
  SPLIT: 'Shares of contacts, to compare variants',
  UPDATE_CONTACT: 'Data, or whether it is subscribed',
  ADD_TO_SEGMENT: 'A static segment',
  REMOVE_FROM_SEGMENT: 'A static segment',
  WEBHOOK: 'Tells another program',
  TRACK_EVENT: 'As if your program had tracked it',
  EXIT: 'Ends here, with a reason',
}

const triggers: Record<TriggerType, string> = {
  EVENT: 'When an event happens',
  SEGMENT_ENTERED: 'When a contact enters a segment',
  SEGMENT_LEFT: 'When a contact leaves a segment',
  SCHEDULE: 'At fixed times',
  MANUAL: 'By hand, or by the API',
}

export const stepTexts = {
  names,
  meanings,
  triggers,
  unit: (amount: number, unit: string) => plural(amount, unit.replace(/s$/, ''), unit),
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  trigger: {
    event: (name: string) => `When “${name}” happens`,
    entered: (segment: string) => `When somebody enters ${segment}`,
    left: (segment: string) => `When somebody leaves ${segment}`,
    schedule: (cron: string) => `By schedule: ${cron}`,
    manual: 'Started by hand or by the API',
    noEvent: 'When an event happens',
  },
  reentry: {
    once: 'Once per contact',
    afterExit: 'Again after the end',
    always: 'Any number of times',
  },
  segment: (name: string) => `“${name}”`,
  unknownSegment: 'a segment',
  email: (name: string) => `Send “${name}”`,
  ownEmail: (subject: string) => `Send “${subject}”`,
  fromTemplate: 'By a template',
  noEmail: 'No email chosen yet',
  writtenHere: 'Written in this step',
  to: (address: string) => `To ${address}`,
  wait: (time: string) => `Wait ${time}`,
  until: (time: string) => `Wait until ${time}`,
  inZone: (zone: string) => (zone === 'contact' ? 'In the time zone of the contact' : `In ${zone}`),
  waitFor: (event: string) => `Wait for “${event}”`,
  atMost: (time: string) => `At most ${time}`,
  conditions: (count: number) => plural(count, 'condition'),
  branches: (count: number) => plural(count, 'way'),
  set: (keys: string) => `Set ${keys}`,
  subscribe: 'Subscribe',
  unsubscribe: 'Unsubscribe',
  addTo: (segment: string) => `Add to ${segment}`,
  removeFrom: (segment: string) => `Remove from ${segment}`,
  call: (host: string) => `Call ${host}`,
  record: (event: string) => `Record “${event}”`,
  noConditions: 'No conditions yet',
  branchNames: {
    yes: 'Yes',
    no: 'No',
    event: 'It happened',
    timeout: 'Time is over',
    default: 'All others',
    success: 'Answered',
    failure: 'Failed',
  } as Record<string, string | undefined>,
}
