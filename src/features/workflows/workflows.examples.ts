import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as preflightSchemas from './preflight/preflight.schema.ts'
import type * as executionsSchemas from './executions/executions.schema.ts'
import type { WorkflowVersion } from './versions/versions.schema.ts'
import type * as workflowsSchemas from './workflows.schema.ts'

const steps = [
  {
    id: 'welcome',
    type: 'SEND_EMAIL',
    config: {
      subject: 'Welcome, {{ name }}',
      body: '<p>Good to have you here, {{ name }}.</p>',
      from: 'hello@acme.example',
      type: 'TRANSACTIONAL',
    },
    next: 'next-morning',
  },
  {
    id: 'next-morning',
    type: 'DELAY',
    config: { until: '09:00', timezone: 'contact' },
    next: 'first-project',
  },
  {
    id: 'first-project',
    type: 'CONDITION',
    config: {
      filters: { operator: 'AND', conditions: [{ field: 'event.project.created', operator: 'triggered' }] },
    },
    next: { no: 'help' },
  },
  {
    id: 'help',
    type: 'SEND_EMAIL',
    config: {
      subject: 'Your first project',
      body: '<p>It takes two minutes, {{ name }}.</p>',
      from: 'hello@acme.example',
    },
  },
]

const trigger = { type: 'EVENT' as const, event: 'signed.up' }

const workflow: z.output<typeof workflowsSchemas.Workflow> = {
  id: '019c2f60-11c2-7d05-8f4e-5a1b9c7d3e21',
  name: 'Welcome',
  description: null,
  enabled: false,
  version: 1,
  trigger,
  stepCount: 4,
  createdAt: '2026-02-02T10:00:12.402Z',
  updatedAt: '2026-02-02T10:00:12.402Z',
  steps,
  entry: null,
  exit: null,
  goal: {
    event: 'order.paid',
    where: null,
    window: { amount: 14, unit: 'days' },
    value: 'data.total',
    whenReached: 'exit',
    goTo: null,
  },
  holdout: { percent: 10 },
}

const { steps: _steps, entry: _entry, exit: _exit, goal: _goal, holdout: _holdout, ...summary } = workflow

const version: z.output<typeof WorkflowVersion> = {
  version: 2,
  trigger,
  stepCount: 4,
  active: 12,
  createdAt: '2026-02-02T10:00:12.402Z',
  steps,
  entry: null,
  exit: null,
  goal: {
    event: 'order.paid',
    where: null,
    window: { amount: 14, unit: 'days' },
    value: 'data.total',
    whenReached: 'exit',
    goTo: null,
  },
  holdout: { percent: 10 },
}
const {
  steps: _stepsOf,
  entry: _entryOf,
  exit: _exitOf,
  goal: _goalOf,
  holdout: _holdoutOf,
  ...versionSummary
} = version

const simulate: z.input<typeof workflowsSchemas.WorkflowSimulate> = {
  contact: { email: 'ada@example.com', data: { name: 'Ada', timezone: 'Europe/Amsterdam' } },
  events: [{ at: '2026-03-02T15:30:00Z', event: 'signed.up' }],
}

const executionSummary: z.output<typeof executionsSchemas.ExecutionSummary> = {
  id: '019571a4-3b1e-7c55-9a3f-2f1f2b6f7d10',
  workflowId: workflow.id,
  version: 1,
  contactId: '019568d2-77aa-7d3c-8f09-5f0a6f1f2c11',
  email: 'ada@example.com',
  status: 'WAITING',
  currentStepId: 'next-morning',
  exitReason: null,
  startedAt: '2026-03-02T15:30:00.000Z',
  wakeAt: '2026-03-03T08:00:00.000Z',
  completedAt: null,
  history: [
    {
      stepId: 'next-morning',
      type: 'DELAY',
      status: 'WAITING',
      startedAt: '2026-03-02T15:30:00.000Z',
      completedAt: null,
      output: { until: '2026-03-03T08:00:00.000Z' },
      error: null,
    },
  ],
}

const execution: z.output<typeof executionsSchemas.Execution> = {
  ...executionSummary,
  event: { name: 'signed.up', data: { plan: 'pro' } },
}

const start: z.input<typeof executionsSchemas.ExecutionStart> = {
  contactId: executionSummary.contactId,
  data: { plan: 'pro' },
}

const contactExecution = {
  id: executionSummary.id,
  workflowId: executionSummary.workflowId,
  workflowName: 'Welcome',
  version: executionSummary.version,
  status: 'WAITING' as const,
  step: { id: 'wait', type: 'DELAY', name: 'Give them a day', since: '2026-02-02T10:00:12.402Z' },
  exitReason: null,
  startedAt: '2026-02-02T10:00:12.402Z',
  wakeAt: '2026-02-03T10:00:12.402Z',
  completedAt: null,
}

export const workflowExamples = {
  WorkflowExecution: execution,
  WorkflowExecutionSummary: executionSummary,
  WorkflowExecutionList: { executions: [executionSummary], cursor: null, hasMore: false, total: 1 },
  ContactExecution: contactExecution,
  ContactExecutionList: { executions: [contactExecution], cursor: null, hasMore: false, total: 1 },
  WorkflowExecutionStart: start,
  WorkflowStatistics: {
    executions: { RUNNING: 0, WAITING: 12, COMPLETED: 340, EXITED: 25, FAILED: 1, CANCELLED: 0 },
    goal: { event: 'order.paid', conversions: 41, goalEvents: 47, goalValue: 3129.5 },
    holdout: {
      percent: 10,
      since: '2026-02-02T10:00:12.402Z',
      until: '2026-02-16T10:00:12.402Z',
      heldBack: {
        people: 39,
        conversions: 4,
        rate: 0.1026,
        rateFrom: 0.0406,
        rateTo: 0.2359,
        goalValue: 201.5,
        valuePerPerson: 5.166667,
      },
      others: {
        people: 378,
        conversions: 44,
        rate: 0.1164,
        rateFrom: 0.0879,
        rateTo: 0.1526,
        goalValue: 3310,
        valuePerPerson: 8.756614,
      },
      lift: {
        by: 0.0138,
        from: -0.2002,
        to: 0.1048,
        confidence: 0.997,
        relative: 0.1345,
        extraConversions: 5.2,
      },
      verdict: 'tooEarly',
      reason: 'fewConversions',
      explanation:
        'Too early to tell: too few people reached the goal. At least 5 in the smaller group would be expected if it made no difference.',
      split: {
        asked: 10,
        actual: 9.35,
        ok: true,
        explanation: 'The split came out as asked, up to chance.',
      },
    },
    emails: { held: 3, dropped: 0 },
    steps: [
      { stepId: 'next-morning', type: 'DELAY', waiting: 12, passed: 366, failed: 0, left: 4, email: null },
      {
        stepId: 'welcome',
        type: 'SEND_EMAIL',
        waiting: 0,
        passed: 366,
        failed: 0,
        left: 0,
        email: {
          sent: 361,
          delivered: 359,
          opened: 214,
          clicked: 73,
          humanOpens: 188,
          humanClicks: 71,
          bounced: 2,
          complained: 0,
          unsubscribed: 3,
          suppressed: 5,
          failed: 0,
          cancelled: 0,
          openRate: 0.5961,
          clickRate: 0.2033,
          conversions: 18,
          goalEvents: 19,
          goalValue: 1204.5,
        },
      },
    ],
  },
  WorkflowSecret: { secret: 'whsec_q1Yd3xK0o5m8Z1s7b4N9c2V6j0H3g5T8r7W1p4L6k9E=' },
  WorkflowSecretRotate: { graceSeconds: 3600 },
  WorkflowPreflight: {
    steps: [
      { id: 'welcome', type: 'SEND_EMAIL', config: { templateId: 'welcome' } },
      { id: 'tips', type: 'SEND_EMAIL', config: { from: 'hello@acme.example' } },
    ],
  },
  WorkflowPreflightAnswer: {
    ready: false,
    problems: [
      {
        stepId: 'welcome',
        code: 'NO_SENDER',
        message:
          'The email has no sender: neither the step, nor its template, nor the project (defaultFrom) has one.',
        suggestion: 'Give the template a `from`, or set `defaultFrom` with PATCH /project.',
        field: 'steps.0.config.templateId',
      },
    ],
  },
  Workflow: workflow,
  WorkflowList: { workflows: [summary], cursor: null, hasMore: false, total: 1 },
  WorkflowCreate: { name: 'Welcome', trigger, steps, enabled: true },
  WorkflowPatch: { name: 'Welcome series', exit: { event: 'account.deleted' } },
  WorkflowVersion: version,
  WorkflowVersionList: { versions: [versionSummary], cursor: null, hasMore: false, total: 1 },
  WorkflowSimulate: simulate,
  DefinitionSimulate: { trigger, steps, ...simulate },
  WorkflowSimulated: {
    started: true,
    reason: null,
    status: 'COMPLETED',
    exitReason: null,
    currentStepId: null,
    startedAt: '2026-03-02T15:30:00.000Z',
    wakeAt: null,
    completedAt: '2026-03-03T08:00:00.000Z',
    stoppedBy: 'end',
    path: [
      {
        stepId: 'first-project',
        type: 'CONDITION',
        status: 'COMPLETED',
        startedAt: '2026-03-03T08:00:00.000Z',
        completedAt: '2026-03-03T08:00:00.000Z',
        output: { branch: 'no' },
        error: null,
      },
    ],
    emails: [
      {
        at: '2026-03-03T08:00:00.000Z',
        stepId: 'help',
        to: 'ada@example.com',
        from: 'hello@acme.example',
        templateId: null,
        type: 'MARKETING',
        status: 'SENT',
        reason: null,
        subject: 'Your first project',
        html: '<p>It takes two minutes, Ada.</p>',
        text: 'It takes two minutes, Ada.',
        missing: [],
        error: null,
      },
    ],
    changes: [],
    events: [{ at: '2026-03-02T15:30:00.000Z', event: 'signed.up', outcome: 'started' }],
    contact: {
      email: 'ada@example.com',
      subscribed: true,
      data: { name: 'Ada', timezone: 'Europe/Amsterdam' },
    },
  },
} satisfies ExamplesOf<typeof executionsSchemas & typeof preflightSchemas & typeof workflowsSchemas>
