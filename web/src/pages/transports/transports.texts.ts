import type { TransportType } from '../../../../src/features/transports/transports.values.ts'
import { plural } from '../../format/plural.ts'
import { providerNames } from '../../patterns/feedback/feedback.texts.ts'
import { translatable } from '../../i18n/translatable.ts'

const types: Record<TransportType, string> = { smtp: 'SMTP relay', ses: 'Amazon SES', mx: 'Own delivery' }

export const transports = translatable('pages/transports/transports', 'transports', {
  title: 'Transports',
  list: 'Transports of this project, newest first',
  count: (count: number) => plural(count, 'transport'),
  add: 'Add transport',
  columns: { name: 'Name', server: 'Server', state: 'State', domains: 'Domains' },
  noDomains: 'None',
  defaultDomains: 'All that name none',
  empty: {
    title: 'No transports of your own',
    text: 'Email goes out through the transport of this server. Add one of your own to send through a relay that you have an account with, or to have a second one that takes over when the first does not work.',
  },
  calls: {
    list: 'List',
    create: 'Create',
    read: 'Read',
    test: 'Test',
    feedback: 'Feedback URL',
    destinations: 'Destinations',
  },
  types,
  providers: providerNames,
  form: {
    title: 'Add a transport',
    text: 'A mail server, an account at Amazon SES, or own delivery, for the email of this project. Passwords and keys are stored encrypted and never shown.',
    name: 'Name',
    type: 'Type',
    isDefault: 'Default for domains that name none',
    isDefaultHint: 'Only one transport of a project is the default.',
    advanced: 'Advanced settings',
    rate: 'Emails per second',
    rateHint: '0: no limit. Empty: the rate that the operator has set.',
    rateStoredHint: '0: no limit.',
    connections: 'Connections per node',
    connectionsToReceiver: 'Connections per receiver',
    connectionsHint: 'Empty: 10.',
    number: 'Must be a number',
    submit: 'Add transport',
    save: 'Save',
    saved: 'The transport was saved. Email goes out with the new settings within seconds.',
  },
  detail: {
    settings: 'Settings',
    failing: (reason: string) => `This transport does not work: ${reason}.`,
    since: (time: string) => `Since ${time}.`,
    waits:
      'Email waits, or goes out through the next transport of its domain. The server keeps trying this one.',
    test: 'Test connection',
    reply: 'The server said:',
    domains: 'Domains',
    noDomains: 'No domain names this transport. Choose it on the page of a domain.',
    noDomainsDefault: 'No domain names this transport. It sends for all domains that name none.',
    facts: 'Details',
    id: 'Transport id',
    copyId: 'Copy the transport id',
    added: 'Added',
    changed: 'Changed',
    delete: 'Delete',
    deleting: {
      title: (name: string) => `Delete “${name}”?`,
      text: 'Its password or key and its feedback URL are deleted with it. This cannot be undone.',
      submit: 'Delete the transport',
      cancel: 'Keep it',
      done: 'The transport was deleted.',
    },
  },
})
