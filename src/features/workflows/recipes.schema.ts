// Ready-made workflows: the dashboard offers them, docs/workflows.md shows them, and a test simulates each. The emails name
// templates by alias.
import type { z } from 'zod'
import type { WorkflowCreate } from './workflows.schema.ts'

export type Recipe = { title: string; description: string; workflow: z.input<typeof WorkflowCreate> }

export const RECIPES: readonly Recipe[] = [
  {
    title: 'Welcome series',
    description: "Three emails in the first week, the second in the morning of the contact's time zone.",
    workflow: {
      name: 'Welcome series',
      eventName: 'signed.up',
      steps: [
        {
          id: 'welcome',
          type: 'SEND_EMAIL',
          config: { templateId: 'welcome' },
          next: 'next-morning',
        },
        { id: 'next-morning', type: 'DELAY', config: { until: '09:00' }, next: 'tips' },
        { id: 'tips', type: 'SEND_EMAIL', config: { templateId: 'tips' }, next: 'five-days' },
        {
          id: 'five-days',
          type: 'DELAY',
          config: { amount: 5, unit: 'days' },
          next: 'feedback',
        },
        { id: 'feedback', type: 'SEND_EMAIL', config: { templateId: 'how-is-it-going' } },
      ],
      exit: { event: 'account.deleted' },
    },
  },
  {
    title: 'Trial ending',
    description:
      'A reminder three days before a trial of 14 days ends, and another at its end, for those who have not paid.',
    workflow: {
      name: 'Trial ending',
      eventName: 'trial.started',
      entry: { reentry: 'once' },
      exit: { event: 'plan.paid' },
      steps: [
        {
          id: 'eleven-days',
          type: 'DELAY',
          config: { amount: 11, unit: 'days' },
          next: 'soon',
        },
        {
          id: 'soon',
          type: 'SEND_EMAIL',
          config: { templateId: 'trial-ends-soon' },
          next: 'three-days',
        },
        { id: 'three-days', type: 'DELAY', config: { amount: 3, unit: 'days' }, next: 'over' },
        {
          id: 'over',
          type: 'SEND_EMAIL',
          config: { templateId: 'trial-is-over' },
          next: 'mark',
        },
        {
          id: 'mark',
          type: 'UPDATE_CONTACT',
          config: { data: { plan: 'free', trialEndsAt: null } },
        },
      ],
    },
  },
  {
    title: 'Abandoned cart',
    description:
      'Waits four hours for the order; for larger carts, a second email a day later offers a discount.',
    workflow: {
      name: 'Abandoned cart',
      trigger: {
        type: 'EVENT',
        event: 'cart.updated',
        where: [{ field: 'data.total', operator: 'greaterThan', value: 0 }],
      },
      entry: { reentry: 'afterExit' },
      exit: { event: 'order.placed' },
      steps: [
        {
          id: 'order',
          type: 'WAIT_FOR_EVENT',
          config: { event: 'order.placed', timeout: { amount: 4, unit: 'hours' } },
          next: { event: null, timeout: 'reminder' },
        },
        {
          id: 'reminder',
          type: 'SEND_EMAIL',
          config: { templateId: 'cart-reminder' },
          next: 'large',
        },
        {
          id: 'large',
          type: 'CONDITION',
          config: {
            filters: {
              operator: 'AND',
              conditions: [{ field: 'event.data.total', operator: 'greaterThanOrEqual', value: 100 }],
            },
          },
          next: { yes: 'a-day', no: null },
        },
        { id: 'a-day', type: 'DELAY', config: { amount: 1, unit: 'days' }, next: 'discount' },
        { id: 'discount', type: 'SEND_EMAIL', config: { templateId: 'cart-discount' } },
      ],
    },
  },
  {
    title: 'Win-back',
    description:
      'Every Monday, for a segment of customers who have not ordered for a long time: two variants of an email, and a last try.',
    workflow: {
      name: 'Win-back',
      trigger: { type: 'SCHEDULE', cron: '0 9 * * mon', timezone: 'Europe/Amsterdam' },
      exit: { event: 'order.placed' },
      steps: [
        {
          id: 'variant',
          type: 'SPLIT',
          config: { weights: { news: 50, discount: 50 } },
          next: { news: 'news-email', discount: 'discount-email' },
        },
        {
          id: 'news-email',
          type: 'SEND_EMAIL',
          config: { templateId: 'win-back-news' },
          next: 'opened',
        },
        {
          id: 'discount-email',
          type: 'SEND_EMAIL',
          config: { templateId: 'win-back-discount' },
          next: 'opened',
        },
        {
          id: 'opened',
          type: 'WAIT_FOR_EVENT',
          config: { event: 'email.clicked', timeout: { amount: 10, unit: 'days' } },
          next: { event: 'came-back', timeout: 'last-try' },
        },
        { id: 'came-back', type: 'EXIT', config: { reason: 'Came back.' } },
        {
          id: 'last-try',
          type: 'SEND_EMAIL',
          config: { templateId: 'win-back-last' },
          next: 'lost',
        },
        { id: 'lost', type: 'UPDATE_CONTACT', config: { data: { lost: true } } },
      ],
    },
  },
  {
    title: 'Onboarding with a branch',
    description: 'Different emails for teams and single users; the sales team is notified of large accounts.',
    workflow: {
      name: 'Onboarding',
      eventName: 'signed.up',
      steps: [
        {
          id: 'size',
          type: 'CONDITION',
          config: {
            branches: [
              {
                name: 'large',
                filters: {
                  operator: 'AND',
                  conditions: [{ field: 'data.seats', operator: 'greaterThan', value: 50 }],
                },
              },
              {
                name: 'team',
                filters: {
                  operator: 'AND',
                  conditions: [{ field: 'data.seats', operator: 'greaterThan', value: 1 }],
                },
              },
            ],
          },
          next: { large: 'tell-sales', team: 'invite', default: 'first-project' },
        },
        {
          id: 'tell-sales',
          type: 'SEND_EMAIL',
          config: { templateId: 'new-large-account', to: 'sales@acme.example' },
          next: 'invite',
        },
        {
          id: 'invite',
          type: 'SEND_EMAIL',
          config: { templateId: 'invite-your-team' },
          next: 'project',
        },
        {
          id: 'first-project',
          type: 'SEND_EMAIL',
          config: { templateId: 'first-project' },
          next: 'project',
        },
        {
          id: 'project',
          type: 'WAIT_FOR_EVENT',
          config: { event: 'project.created', timeout: { amount: 3, unit: 'days' } },
          next: { event: 'done', timeout: 'help' },
        },
        {
          id: 'help',
          type: 'SEND_EMAIL',
          config: { templateId: 'need-help' },
          next: 'project-again',
        },
        {
          id: 'project-again',
          type: 'WAIT_FOR_EVENT',
          config: { event: 'project.created', timeout: { amount: 14, unit: 'days' } },
          next: { event: 'done', timeout: null },
        },
        { id: 'done', type: 'TRACK_EVENT', config: { event: 'onboarding.finished' } },
      ],
    },
  },
]
