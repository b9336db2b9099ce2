import type { StepName, StepTaker } from './first-steps.ts'
import { translatable } from '../../i18n/translatable.ts'

export const firstStepsTexts = translatable('patterns/first-steps/first-steps', 'firstStepsTexts', {
  question: 'What do you want to do first?',
  takers: {
    marketer: {
      label: 'Write to an audience',
      hint: 'Newsletters, announcements and campaigns, without code.',
    },
    developer: {
      label: 'Send from an app',
      hint: 'Receipts, password resets and other email, by API or SMTP.',
    },
  } satisfies Record<StepTaker, { label: string; hint: string }>,
  title: 'First steps',
  done: (done: number, all: number) => `${done} of ${all} done`,
  isDone: 'Done',
  steps: {
    'verify-domain': ['Verify your domain', 'Mailbox providers then accept email from your address.'],
    'add-audience': ['Bring your audience', 'Import a file of contacts, or put a form on your site.'],
    'create-template': ['Make your first template', 'Start from the gallery, in your colours.'],
    'send-test': ['Send yourself a test', 'See it in a real inbox before anybody else does.'],
    'send-campaign': ['Send your first campaign', 'Choose who gets it, check it, send it.'],
    'create-key': ['Create an API key', 'It identifies your app to the API.'],
    'send-email': ['Send an email', 'One call, and it needs no domain yet.'],
    'add-webhook': ['Add a webhook', 'Hear about deliveries, bounces and clicks as they happen.'],
    'set-transport': ['Choose how email leaves', 'An SMTP relay, Amazon SES, or own delivery.'],
  } satisfies Record<StepName, [title: string, text: string]>,
})
