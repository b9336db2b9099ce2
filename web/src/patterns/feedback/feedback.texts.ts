import type { FeedbackProbe, KeyName, Provider } from '../../api/connections/feedback.ts'
import { translatable } from '../../i18n/translatable.ts'

export const providerNames: Record<Provider, string> = translatable(
  'patterns/feedback/feedback',
  'providerNames',
  {
    ses: 'Amazon SES',
    sendgrid: 'SendGrid',
    mailgun: 'Mailgun',
    postmark: 'Postmark',
    resend: 'Resend',
    brevo: 'Brevo',
    mailjet: 'Mailjet',
    sparkpost: 'SparkPost',
    custom: 'Another one',
  },
)

const setUp: Record<Provider, string> = {
  ses: 'In SNS, create a standard topic with an HTTPS subscription to this URL, and leave raw message delivery off. In SES, choose the topic as the destination of the events of a configuration set.',
  sendgrid:
    'At SendGrid, open Settings, Mail Settings, Event Webhook, paste the URL, and tick Delivered, Deferred, Bounced, Dropped, Spam Reports and Unsubscribed. Switch the signed event webhook on and set its verification key here.',
  mailgun:
    'At Mailgun, open Sending, Webhooks, and add the URL for Delivered Messages, Permanent Failure, Temporary Failure, Spam Complaints and Unsubscribes. Set the HTTP webhook signing key here.',
  postmark:
    'At Postmark, open the message stream, Webhooks, add the URL, and tick Delivery, Bounce, Spam complaint and Subscription change.',
  resend:
    'At Resend, open Webhooks, and add an endpoint with the URL and the events email.delivered, email.delivery_delayed, email.bounced, email.complained, email.failed and email.suppressed. Set its signing secret here.',
  brevo:
    'At Brevo, open Transactional, Settings, Webhook, and add the URL for delivered, deferred, soft bounce, hard bounce, blocked, invalid email, error, complaint and unsubscribed.',
  mailjet:
    'At Mailjet, open Account settings, Event notifications, and add the URL for sent, bounce, spam, blocked and unsub.',
  sparkpost:
    'At SparkPost, open Configuration, Webhooks, and add the URL with the events delivery, delay, bounce, out of band, policy rejection, spam complaint, list unsubscribe and link unsubscribe.',
  custom: 'Let the relay post its reports to the URL, in the form that docs/providers.md describes.',
}

const keys: Record<KeyName, string> = {
  sendgrid: 'SendGrid: verification key',
  mailgun: 'Mailgun: signing key',
  resend: 'Resend: signing secret',
  'sns-topic': 'Amazon SNS: ARN of the topic',
  'basic-auth': 'User and password',
}

const keyHints: Record<KeyName, string> = {
  sendgrid: 'Of the signed event webhook.',
  mailgun: 'The HTTP webhook signing key.',
  resend: 'It begins with whsec_.',
  'sns-topic': 'Without it, the first topic that reports is remembered.',
  'basic-auth': 'As user:password, for providers without signatures. Put both into the URL there.',
}

const probeKinds: Record<FeedbackProbe['kind'], string> = {
  delivered: 'Delivery',
  bounced: 'Bounce',
  complained: 'Spam complaint',
}

const probeStates: Record<FeedbackProbe['state'], string> = {
  waiting: 'Waits to be sent',
  accepted: 'Sent, no report yet',
  reported: 'Reported',
  failed: 'Not sent',
}

export const feedbackTexts = translatable('patterns/feedback/feedback', 'feedbackTexts', {
  title: 'Feedback',
  text: 'The provider reports deliveries, bounces and complaints to this URL. It is secret: whoever knows it can report.',
  url: 'Feedback URL',
  copyUrl: 'Copy the URL',
  placeholder: 'Replace {provider} with the name of the provider, or name it in the settings.',
  provider: 'Provider',
  unknownProvider: 'Not known by the host',
  last: 'Last report',
  none: 'No report has come yet.',
  setUp,
  unknownSetUp:
    'If the operator of the relay can report, name the provider in the settings and paste the URL there. Bounces that return by email are read without it.',
  thenProve: 'Then prove the loop below.',
  proving: {
    title: 'Prove the loop',
    text: 'Sends emails to the addresses at which the provider simulates a delivery, a bounce and a complaint, as far as it does, or else one to you. They count nowhere.',
    button: 'Prove the loop',
    again: 'Prove it again',
    list: 'Reports of the last proof',
    kinds: probeKinds,
    states: probeStates,
  },
  keys: 'Keys',
  keysText: 'They prove that reports come from the provider. They are stored encrypted and never shown.',
  keyNames: keys,
  keyHints,
  noKeys: 'None is set.',
  setKey: 'Set a key',
  setting: {
    title: 'Set a key',
    text: 'A key of the same kind is replaced.',
    name: 'Kind',
    value: 'Key',
    submit: 'Set the key',
    done: 'The key was set.',
  },
  removeKey: (name: string) => `Remove: ${name}`,
  removing: {
    title: 'Remove this key?',
    text: 'Reports are no longer checked with it. To set it again, you need its value.',
    submit: 'Remove the key',
    done: 'The key was removed.',
  },
  rotating: {
    button: 'Rotate the URL',
    title: 'Rotate the feedback URL?',
    text: 'You get a new one. Paste it into the settings of the provider while the old one still works.',
    grace: 'The old URL works for',
    submit: 'Rotate the URL',
  },
  rotated: {
    title: 'The new feedback URL',
    text: 'Paste it into the settings of the provider.',
    gone: 'This answer was given before, so the URL is not in it. The card shows it.',
    label: 'The new URL',
    copy: 'Copy the new URL',
    done: 'Done',
    until: (time: string) => `The old URL works until ${time}.`,
    ended: 'The old URL has stopped working.',
  },
})
