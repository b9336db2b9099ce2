import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../platform/schemas/validation-messages.schema.ts'
import { toFieldProblems } from '../../platform/http/validation/validation.ts'
import { Entry, Exit, Steps, Trigger } from './definition.schema.ts'
import { PRO } from './fixtures/definitions.ts'

const codesOf = (schema: z.ZodType, given: unknown): Record<string, string> => {
  const { error } = schema.safeParse(given, WITH_OUR_MESSAGES)
  const problems = (error?.issues ?? []).flatMap((issue) => toFieldProblems(issue, []))
  return Object.fromEntries(problems.map(({ field, code }) => [field, code]))
}

const WEEK = { amount: 7, unit: 'days' }

describe('a trigger', () => {
  it.each<unknown>([
    { type: 'EVENT', event: 'signed-up' },
    {
      type: 'EVENT',
      event: 'email.opened',
      where: [{ field: 'data.via', operator: 'notEquals', value: 'public' }],
    },
    { type: 'SEGMENT_ENTERED', segmentId: 'x' },
    { type: 'SCHEDULE', cron: '*/15 9-17 1,15 jan-mar mon', timezone: 'Europe/Amsterdam' },
    { type: 'SCHEDULE', cron: '0 0 29 2 *', timezone: null, segmentId: 'x' },
    { type: 'MANUAL' },
  ])('can be %o', (trigger) => {
    expect(codesOf(Trigger, trigger)).toEqual({})
  })

  it.each<[trigger: unknown, codes: Record<string, string>]>([
    ['signed-up', { '': 'invalid_type' }],
    [{}, { type: 'required' }],
    [{ type: 'TIMER' }, { type: 'invalid_enum_value' }],
    [{ type: 'EVENT' }, { event: 'required' }],
    [{ type: 'EVENT', event: '' }, { event: 'too_small' }],
    [{ type: 'EVENT', event: 'a', when: [] }, { '': 'unrecognized_keys' }],
    [{ type: 'EVENT', event: 'a', where: {} }, { where: 'invalid_type' }],
    [{ type: 'EVENT', event: 'a', where: [] }, { where: 'too_small' }],
    [{ type: 'EVENT', event: 'a', where: [1] }, { 'where.0': 'invalid_type' }],
    [
      { type: 'EVENT', event: 'a', where: [{ field: 'email', operator: 'exists' }] },
      { 'where.0.field': 'invalid_string' },
    ],
    [{ type: 'SEGMENT_LEFT' }, { segmentId: 'required' }],
    [{ type: 'SCHEDULE', cron: '0 9 * *' }, { cron: 'invalid_string' }],
    [{ type: 'SCHEDULE', cron: '60 9 * * *' }, { cron: 'invalid_string' }],
    [{ type: 'SCHEDULE', cron: '0 9 31 2 *' }, { cron: 'invalid_string' }],
    [{ type: 'SCHEDULE', cron: '0 17-9 * * *' }, { cron: 'invalid_string' }],
    [{ type: 'SCHEDULE', cron: '*/0 * * * *' }, { cron: 'invalid_string' }],
    [{ type: 'SCHEDULE', cron: '@daily' }, { cron: 'invalid_string' }],
    [{ type: 'SCHEDULE', cron: '0 9 * * 1', timezone: 'Mars/Olympus' }, { timezone: 'invalid_string' }],
  ])('cannot be %o', (trigger, codes) => {
    expect(codesOf(Trigger, trigger)).toEqual(codes)
  })
})

describe('entry and exit rules', () => {
  it('have filters, and entry says whether a contact may enter again', () => {
    expect(codesOf(Entry, { reentry: 'afterExit', filters: PRO })).toEqual({})
    expect(codesOf(Exit, { event: 'bought', filters: PRO })).toEqual({})
    expect(codesOf(Entry, { reentry: 'twice' })).toEqual({ reentry: 'invalid_enum_value' })
    expect(codesOf(Exit, { filters: {} })).toEqual({
      'filters.operator': 'required',
      'filters.conditions': 'required',
    })
  })
})

describe('a step', () => {
  const step = (type: string, config?: unknown) => [{ id: 'a', type, config }]

  it.each<[type: string, config?: unknown]>([
    ['SEND_EMAIL', { templateId: 'welcome' }],
    ['SEND_EMAIL', { subject: 'Hi', body: '<p>Hi</p>', from: 'a@example.com', to: 'boss@example.com' }],
    ['DELAY', { amount: 365, unit: 'days' }],
    ['DELAY', { until: '09:00', weekdays: ['mon', 'fri'], timezone: 'contact' }],
    ['DELAY', { until: '23:59', timezone: 'Asia/Tokyo' }],
    ['WAIT_FOR_EVENT', { event: 'email.opened', timeout: WEEK }],
    ['CONDITION', { filters: PRO }],
    ['CONDITION', { branches: [{ name: 'pro', filters: PRO }] }],
    [
      'CONDITION',
      {
        filters: {
          operator: 'OR',
          conditions: [
            { field: 'event.data.total', operator: 'greaterThan', value: 50 },
            { field: 'event.data.total', operator: 'notTriggered' },
          ],
        },
      },
    ],
    ['SPLIT', { weights: { a: 1, b: 3 } }],
    ['DELAY', { untilDate: { field: 'data.renewsAt' } }],
    ['DELAY', { untilBestHour: {} }],
    ['DELAY', { untilBestHour: { fallback: '18:30', timezone: 'Europe/Amsterdam' } }],
    [
      'DELAY',
      {
        untilDate: {
          field: 'event.data.order.shipsAt',
          offset: { amount: -7, unit: 'days' },
          at: '09:00',
          timezone: 'Europe/Amsterdam',
        },
        ifPast: 'exit',
        ifMissing: 'now',
      },
    ],
    [
      'WAIT_FOR_EVENT',
      {
        event: 'order.paid',
        timeout: WEEK,
        where: [
          { field: 'data.orderId', operator: 'equals', valueFrom: 'event.data.orderId' },
          { field: 'data.total', operator: 'greaterThan', value: 0 },
        ],
      },
    ],
    ['UPDATE_CONTACT', { data: { plan: null }, subscribed: false }],
    [
      'UPDATE_CONTACT',
      {
        increment: { points: -5, spent: '{{ event.total }}' },
        append: { tags: ['a'] },
        remove: { old: 'b' },
      },
    ],
    ['ADD_TO_SEGMENT', { segmentId: 'x' }],
    ['REMOVE_FROM_SEGMENT', { segmentId: 'x' }],
    [
      'WEBHOOK',
      { url: 'https://example.com/{{ data.id }}?a={{ email }}', headers: { 'X-A': '1' }, body: '{}' },
    ],
    ['TRACK_EVENT', { event: 'finished', data: { a: 1 } }],
    ['EXIT'],
    ['EXIT', { reason: 'Has bought.' }],
  ])('can be %s %o', (type, config) => {
    expect(codesOf(Steps, step(type, config))).toEqual({})
  })

  it.each<[type: string, config: unknown, codes: Record<string, string>]>([
    ['SEND_SMS', {}, { '0.type': 'invalid_enum_value' }],
    ['SEND_EMAIL', undefined, { '0.config': 'required' }],
    ['SEND_EMAIL', {}, { '0.config.subject': 'required', '0.config.body': 'required' }],
    ['SEND_EMAIL', { templateId: 'a', subject: 'Hi' }, { '0.config.subject': 'custom' }],
    ['SEND_EMAIL', { template: 'a', subject: 'a', body: 'a' }, { '0.config': 'unrecognized_keys' }],
    ['SEND_EMAIL', { templateId: 'a', to: 'nobody' }, { '0.config.to': 'invalid_string' }],
    ['DELAY', {}, { '0.config.amount': 'required', '0.config.unit': 'required' }],
    ['DELAY', { amount: 0, unit: 'days' }, { '0.config.amount': 'too_small' }],
    ['DELAY', { amount: 366, unit: 'days' }, { '0.config.amount': 'too_big' }],
    ['DELAY', { amount: 1, unit: 'weeks' }, { '0.config.unit': 'invalid_enum_value' }],
    ['DELAY', { until: '9:00' }, { '0.config.until': 'invalid_string' }],
    ['DELAY', { until: '24:00' }, { '0.config.until': 'invalid_string' }],
    ['DELAY', { until: '09:00', weekdays: [] }, { '0.config.weekdays': 'too_small' }],
    ['DELAY', { until: '09:00', weekdays: ['monday'] }, { '0.config.weekdays.0': 'invalid_enum_value' }],
    ['DELAY', { until: '09:00', timezone: 'Mars/Olympus' }, { '0.config.timezone': 'invalid_string' }],
    ['DELAY', { until: '09:00', amount: 1 }, { '0.config': 'unrecognized_keys' }],
    ['WAIT_FOR_EVENT', { event: 'a' }, { '0.config.timeout': 'required' }],
    [
      'WAIT_FOR_EVENT',
      { event: 'a', timeout: { amount: 0, unit: 'days' } },
      { '0.config.timeout.amount': 'too_small' },
    ],
    [
      'WAIT_FOR_EVENT',
      { event: 'a', timeout: { amount: 9000, unit: 'hours' } },
      { '0.config.timeout.amount': 'too_big' },
    ],
    ['CONDITION', {}, { '0.config': 'custom' }],
    ['CONDITION', { filters: PRO, branches: [{ name: 'a', filters: PRO }] }, { '0.config': 'custom' }],
    [
      'CONDITION',
      { branches: [{ name: 'default', filters: PRO }] },
      { '0.config.branches.0.name': 'custom' },
    ],
    [
      'CONDITION',
      {
        branches: [
          { name: 'a', filters: PRO },
          { name: 'a', filters: PRO },
        ],
      },
      { '0.config.branches.1.name': 'custom' },
    ],
    [
      'CONDITION',
      {
        filters: { operator: 'AND', conditions: [{ field: 'event.data.total', operator: 'over', value: 1 }] },
      },
      { '0.config.filters.conditions.0.operator': 'invalid_enum_value' },
    ],
    ['SPLIT', { weights: { a: 1 } }, { '0.config.weights': 'too_small' }],
    ['SPLIT', { weights: { a: 0, b: 1 } }, { '0.config.weights.a': 'too_small' }],
    ['SPLIT', { weights: { 'a b': 1, b: 1 } }, { '0.config.weights.a b': 'invalid_string' }],
    ['DELAY', { untilBestHour: { fallback: '9' } }, { '0.config.untilBestHour.fallback': 'invalid_string' }],
    ['DELAY', { untilBestHour: true }, { '0.config.untilBestHour': 'invalid_type' }],
    ['DELAY', { untilBestHour: { hour: 9 } }, { '0.config.untilBestHour': 'unrecognized_keys' }],
    ['DELAY', { untilDate: {} }, { '0.config.untilDate.field': 'required' }],
    ['DELAY', { untilDate: { field: 'email' } }, { '0.config.untilDate.field': 'invalid_string' }],
    ['DELAY', { untilDate: { field: 'event.renewsAt' } }, { '0.config.untilDate.field': 'invalid_string' }],
    [
      'DELAY',
      { untilDate: { field: 'data.a', offset: { amount: -4000, unit: 'days' }, at: '9' } },
      { '0.config.untilDate.offset.amount': 'too_big', '0.config.untilDate.at': 'invalid_string' },
    ],
    [
      'DELAY',
      { untilDate: { field: 'data.a' }, ifPast: 'never' },
      { '0.config.ifPast': 'invalid_enum_value' },
    ],
    [
      'WAIT_FOR_EVENT',
      { event: 'a', timeout: WEEK, where: [{ field: 'data.x', operator: 'equals', valueFrom: 'data.x' }] },
      { '0.config.where.0.valueFrom': 'invalid_value' },
    ],
    [
      'WAIT_FOR_EVENT',
      {
        event: 'a',
        timeout: WEEK,
        where: [
          { field: 'data.x', operator: 'contains', valueFrom: 'event.data.x' },
          { field: 'data.x', operator: 'equals', value: 1, valueFrom: 'event.data.x' },
        ],
      },
      { '0.config.where.0.operator': 'invalid_value', '0.config.where.1.value': 'invalid_value' },
    ],
    [
      'WAIT_FOR_EVENT',
      { event: 'a', timeout: WEEK, where: [{ field: 'x', operator: 'equals', valueFrom: 'event.data.x' }] },
      { '0.config.where.0.field': 'invalid_string' },
    ],
    ['UPDATE_CONTACT', {}, { '0.config': 'custom' }],
    ['UPDATE_CONTACT', { increment: { a: 'x' } }, { '0.config.increment.a': 'invalid_type' }],
    ['UPDATE_CONTACT', { append: [] }, { '0.config.append': 'invalid_type' }],
    [
      'UPDATE_CONTACT',
      { data: { a: 1 }, increment: { a: 1 }, append: { b: 1 }, remove: { b: 1 } },
      { '0.config.increment.a': 'custom', '0.config.remove.b': 'custom' },
    ],
    ['ADD_TO_SEGMENT', {}, { '0.config.segmentId': 'required' }],
    ['WEBHOOK', { url: 'ftp://example.com' }, { '0.config.url': 'invalid_string' }],
    ['WEBHOOK', { url: 'https://{{ data.host }}/' }, { '0.config.url': 'invalid_string' }],
    [
      'WEBHOOK',
      { url: 'https://a.example', headers: { 'a b': '1' } },
      { '0.config.headers.a b': 'invalid_string' },
    ],
    ['TRACK_EVENT', { event: 'email.opened' }, { '0.config.event': 'reserved' }],
    ['EXIT', { because: 'x' }, { '0.config': 'unrecognized_keys' }],
  ])('cannot be %s %o', (type, config, codes) => {
    expect(codesOf(Steps, step(type, config))).toEqual(codes)
  })

  it('has an id of letters, digits, - and _', () => {
    expect(codesOf(Steps, [{ id: 'a.b', type: 'EXIT' }])).toEqual({ '0.id': 'invalid_string' })
    expect(codesOf(Steps, [{ id: '__proto__', type: 'EXIT' }])).toEqual({ '0.id': 'invalid_string' })
    expect(codesOf(Steps, [{ type: 'EXIT' }])).toEqual({ '0.id': 'required' })
    expect(
      codesOf(Steps, [{ id: 'a', type: 'DELAY', config: { amount: 1, unit: 'days' }, next: 1 }]),
    ).toEqual({
      '0.next': 'invalid_type',
    })
  })

  it('shares a limit of 500 conditions with all other steps, counted before they are validated', () => {
    const filters = { operator: 'AND', conditions: Array.from({ length: 100 }, () => PRO.conditions[0]) }
    const steps = Array.from({ length: 6 }, (_, i) => ({
      id: `s${i}`,
      type: 'CONDITION',
      config: { filters },
    }))
    expect(codesOf(Steps, steps)).toEqual({ '': 'too_big' })
  })
})
