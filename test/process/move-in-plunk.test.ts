import { beforeAll, describe, expect, it } from 'vitest'
import { useMoveIn } from '../support/move-in.ts'
import { json } from '../support/servers/json-service.ts'
import { usePlunk } from '../support/servers/plunk.ts'

const plunk = await usePlunk()
const { run, receiptOf, read, contactOf, fileOf } = useMoveIn(() => ({ PLUNK_SECRET_KEY: plunk.key }))

const to = (toStepId: string, more: object = {}) => ({ toStepId, ...more })
const TEMPLATE = '11111111-1111-4111-8111-111111111111'

describe('lettermill import plunk', () => {
  beforeAll(() => {
    plunk.contacts = [
      { email: 'ann@pl.example', subscribed: true, data: { firstName: 'Ann', points: 3 } },
      { email: 'left@pl.example', subscribed: false, data: {} },
      { email: 'broken@', subscribed: true, data: {} },
    ]
    plunk.templates = [
      {
        id: TEMPLATE,
        name: 'Welcome',
        subject: 'Hi {{firstName ?? friend}}',
        body: '<p>{{firstName ?? "friend"}}</p>',
        type: 'MARKETING',
      },
      {
        id: '22222222-2222-4222-8222-222222222222',
        name: 'Receipt',
        subject: 'Paid',
        body: '<p>Paid</p>',
        type: 'TRANSACTIONAL',
      },
      {
        id: '33333333-3333-4333-8333-333333333333',
        name: 'Broken',
        subject: 'x',
        body: '{% nonsense %}',
        type: 'MARKETING',
      },
    ]
    plunk.workflows = [
      {
        id: 'w1',
        name: 'Onboarding',
        event: 'signed.up',
        allowReentry: true,
        steps: [
          {
            id: 't',
            type: 'TRIGGER',
            name: 'Trigger',
            config: { eventName: 'signed.up' },
            outgoingTransitions: [to('a')],
          },
          {
            id: 'a',
            type: 'SEND_EMAIL',
            name: 'Welcome email',
            config: {},
            templateId: TEMPLATE,
            outgoingTransitions: [to('b')],
          },
          {
            id: 'b',
            type: 'DELAY',
            name: 'A day',
            config: { amount: 1, unit: 'days' },
            outgoingTransitions: [to('c')],
          },
          {
            id: 'c',
            type: 'WAIT_FOR_EVENT',
            name: 'Paid?',
            config: { eventName: 'paid', timeout: 7_200 },
            outgoingTransitions: [to('d', { waitOutcome: 'EVENT' }), to('e', { waitOutcome: 'TIMEOUT' })],
          },
          {
            id: 'd',
            type: 'UPDATE_CONTACT',
            name: 'Mark',
            config: { updates: { plan: 'pro' }, subscriptionAction: 'none' },
            outgoingTransitions: [to('f')],
          },
          {
            id: 'e',
            type: 'CONDITION',
            name: 'Pro?',
            config: { field: 'contact.data.plan', operator: 'equals', value: 'pro' },
            outgoingTransitions: [
              to('f', { condition: { branch: 'yes' } }),
              to('g', { condition: { branch: 'no' } }),
            ],
          },
          {
            id: 'f',
            type: 'WEBHOOK',
            name: 'Tell',
            config: { url: 'https://hooks.example/x', method: 'POST', body: { a: 1 } },
            outgoingTransitions: [],
          },
          { id: 'g', type: 'EXIT', name: 'End', config: { reason: 'not pro' }, outgoingTransitions: [] },
          { id: 'h', type: 'EXIT', name: 'Nobody comes here', config: {}, outgoingTransitions: [] },
        ],
      },
      {
        id: 'w2',
        name: 'Branches',
        event: 'ordered',
        steps: [
          { id: 't', type: 'TRIGGER', name: 'Trigger', config: {}, outgoingTransitions: [to('a')] },
          {
            id: 'a',
            type: 'CONDITION',
            name: 'How much',
            config: {
              mode: 'multi',
              field: 'event.total',
              branches: [{ id: 'x', name: 'Much', operator: 'greaterThan', value: 100 }],
            },
            outgoingTransitions: [
              to('b', { condition: { branch: 'x' } }),
              to('c', { condition: { branch: 'default' } }),
            ],
          },
          { id: 'b', type: 'EXIT', name: 'Much', config: {}, outgoingTransitions: [] },
          { id: 'c', type: 'EXIT', name: 'Little', config: {}, outgoingTransitions: [] },
        ],
      },
      {
        id: 'w3',
        name: 'Strange',
        event: 'x',
        steps: [
          { id: 't', type: 'TRIGGER', name: 'T', config: {}, outgoingTransitions: [to('a')] },
          { id: 'a', type: 'SEND_PIGEON', name: 'Pigeon', config: {}, outgoingTransitions: [] },
        ],
      },
      {
        id: 'w4',
        name: 'Endless',
        event: 'x',
        steps: [
          { id: 't', type: 'TRIGGER', name: 'T', config: {}, outgoingTransitions: [to('a')] },
          {
            id: 'a',
            type: 'WAIT_FOR_EVENT',
            name: 'Wait',
            config: { eventName: 'y' },
            outgoingTransitions: [],
          },
        ],
      },
      {
        id: 'w5',
        name: 'Without its template',
        event: 'x',
        steps: [
          { id: 't', type: 'TRIGGER', name: 'T', config: {}, outgoingTransitions: [to('a')] },
          {
            id: 'a',
            type: 'SEND_EMAIL',
            name: 'Broken',
            config: {},
            templateId: '33333333-3333-4333-8333-333333333333',
            outgoingTransitions: [],
          },
        ],
      },
    ]
  })

  it('takes contacts, templates and workflows as drafts, and nothing twice', async () => {
    plunk.faults.push(json(429, {}, { 'retry-after': '0' }), 'cut off')
    const words = ['plunk', '--source-url', plunk.url]
    const first = await receiptOf(...words)
    expect(first.counts).toMatchObject({
      contacts: { there: 3, read: 3, created: 2, leftOut: 1 },
      templates: { read: 3, created: 2, leftOut: 1 },
      workflows: { read: 5, created: 2, leftOut: 3 },
    })
    expect(
      first.leftOut
        .filter(({ of }) => of === 'workflows')
        .map(({ reason, examples }) => [examples[0], reason]),
    ).toEqual([
      ['Strange', 'the step "Pigeon" is of the type SEND_PIGEON'],
      ['Endless', 'the step "Wait" waits without a time limit'],
      ['Without its template', expect.stringContaining('templateId: names no template of this project')],
    ])
    expect(await contactOf('ann@pl.example')).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      data: { firstName: 'Ann', points: 3 },
    })
    expect(await contactOf('left@pl.example')).toMatchObject({ subscriptionState: 'LEFT' })
    expect(await read(`/templates/plunk-${TEMPLATE}`)).toMatchObject({
      subject: 'Hi {{ firstName ?? "friend" }}',
      type: 'MARKETING',
    })
    const { workflows } = await read<{ workflows: { id: string; name: string; enabled: boolean }[] }>(
      '/workflows?sort=name',
    )
    expect(workflows).toMatchObject([
      { name: 'Branches', enabled: false },
      { name: 'Onboarding', enabled: false },
    ])
    const { steps, ...onboarding } = await read<{
      steps: { type: string; config: object; next?: unknown }[]
    }>(`/workflows/${workflows[1]?.id ?? ''}`)
    expect(onboarding).toMatchObject({
      trigger: { type: 'EVENT', event: 'signed.up' },
      entry: { reentry: 'always' },
    })
    expect(steps.map(({ type }) => type)).toEqual([
      'SEND_EMAIL',
      'DELAY',
      'WAIT_FOR_EVENT',
      'UPDATE_CONTACT',
      'CONDITION',
      'WEBHOOK',
      'EXIT',
    ])
    expect(steps[2]).toMatchObject({
      config: { event: 'paid', timeout: { amount: 2, unit: 'hours' } },
      next: { event: 'mark-4', timeout: 'pro-5' },
    })
    expect(steps[4]).toMatchObject({ next: { yes: 'tell-6', no: 'end-7' } })
    const branches = await read<{ steps: { config: object; next?: unknown }[] }>(
      `/workflows/${workflows[0]?.id ?? ''}`,
    )
    expect(branches.steps[0]).toMatchObject({
      config: {
        branches: [
          {
            name: 'branch-1',
            filters: { conditions: [{ field: 'event.data.total', operator: 'greaterThan', value: 100 }] },
          },
        ],
      },
      next: { 'branch-1': 'much-2', default: 'little-3' },
    })

    const second = await receiptOf(...words)
    expect(second.counts).toMatchObject({
      contacts: { created: 0, existing: 2 },
      templates: { created: 0, existing: 2 },
      workflows: { created: 0, existing: 2, leftOut: 3 },
    })
    expect(await read('/workflows')).toMatchObject({ total: 2 })
  })

  it('refuses a wrong key', async () => {
    expect((await run('plunk', '--source-url', plunk.url, '--token-file', fileOf('pl', 'wrong'))).code).toBe(
      4,
    )
  })
})
