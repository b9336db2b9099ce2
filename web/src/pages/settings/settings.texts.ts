import type { SETTINGS_TABS } from './settings-tabs.ts'
import { plural } from '../../format/plural.ts'

const tabs: Record<(typeof SETTINGS_TABS)[number], string> = {
  project: 'Project',
  members: 'Members',
  audit: 'Audit log',
  account: 'Your account',
  instance: 'Installation',
}

export const settings = { title: 'Settings', tabs }

export const projectTexts = {
  facts: 'Project',
  name: 'Name',
  id: 'Project id',
  copyId: 'Copy the project id',
  defaultFrom: 'Default sender',
  defaultFromHint: 'An address under a verified domain of this project.',
  defaultFromName: 'Name of the sender',
  replyTo: 'Replies go to',
  people: 'For the people you write to',
  postalAddress: 'Postal address',
  postalAddressHint: 'Shown in marketing email and on the unsubscribe page. Many countries ask for it.',
  timezone: 'Time zone',
  timezoneHint: 'Such as Europe/Amsterdam. Days of statistics and schedules follow it.',
  locale: 'Language',
  localeHint: 'Of the unsubscribe pages, such as en or pt-BR.',
  tracking: 'Tracking',
  trackingText: 'Opens are counted by a hidden picture, clicks by links that lead over this server.',
  marketingOpens: 'Opens of marketing email',
  marketingClicks: 'Clicks in marketing email',
  transactionalOpens: 'Opens of transactional email',
  transactionalClicks: 'Clicks in transactional email',
  publicTracking: 'What a public key may change',
  publicTrackings: {
    full: 'Data and subscriptions of contacts',
    append: 'Only events and data keys that are new',
  },
  save: 'Save changes',
  reset: 'Discard',
  unsaved: 'You have changes that are not saved.',
  saved: 'The settings were saved.',
}

export const memberTexts = {
  members: 'Members',
  list: 'Members of this project',
  columns: { person: 'Person', role: 'Role', factor: 'Second factor', since: 'Since', actions: 'Actions' },
  you: 'You',
  factorOn: 'On',
  factorOff: 'Off',
  roleOf: (name: string) => `Role of ${name}`,
  roleChanged: 'The role was changed. It counts from their next request on.',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  removing: {
    title: (name: string) => `Remove ${name}?`,
    text: 'They lose access to this project with their next request. Their account and their other projects stay.',
    submit: 'Remove',
    done: 'The member was removed.',
  },
  invite: {
    title: 'Invite somebody',
    text: 'They get a link that works once, for 7 days.',
    email: 'Email',
    role: 'Role',
    submit: 'Create invitation',
    made: (email: string) => `The invitation of ${email} is ready`,
    emailed: 'The link was also sent to them by email.',
    notEmailed: 'This project has no default sender that may send, so pass the link on yourself.',
    once: 'The link is shown only now.',
    link: 'Link of the invitation',
    copy: 'Copy the link',
  },
  open: {
    title: 'Open invitations',
    list: 'Open invitations',
    columns: { email: 'Email', role: 'Role', by: 'Invited by', expires: 'Works until', actions: 'Actions' },
    none: 'Nobody is invited at the moment.',
    revoke: 'Revoke',
    revokeOne: (email: string) => `Revoke the invitation of ${email}`,
    revoked: 'The invitation was revoked.',
  },
}

const actions: Record<string, string> = {
  'account.signed-in': 'Signed in',
  'account.sign-in-failed': 'Failed to sign in',
  'account.password-changed': 'Changed the password',
  'account.two-factor-disabled': 'Turned the second factor off',
  'project.created': 'Created the project',
  'project.updated': 'Changed the settings',
  'key.created': 'Created an API key',
  'key.rotated': 'Rotated an API key',
  'key.revoked': 'Revoked an API key',
  'member.role-changed': 'Changed a role',
  'member.removed': 'Removed a member',
  'invitation.created': 'Invited somebody',
  'invitation.revoked': 'Revoked an invitation',
  'domain.created': 'Added a domain',
  'domain.key-rotated': 'Rotated the key of a domain',
  'domain.deleted': 'Deleted a domain',
  'contacts.bulk-deleted': 'Deleted many contacts',
}

export const auditTexts = {
  title: 'What was done in this project',
  text: 'Newest first, kept for a year.',
  list: 'Audit log, newest first',
  actions,
  columns: { at: 'When', action: 'What', target: 'To what', actor: 'Who', ip: 'From' },
  key: 'API key',
  none: 'Nothing has been done yet.',
}

export const accountTexts = {
  you: 'You',
  name: 'Name',
  email: 'Email',
  role: 'Role here',
  password: {
    title: 'Password',
    text: 'All your other sessions end when you change it.',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 12 characters.',
    submit: 'Change the password',
    done: 'The password was changed, and your other sessions have ended.',
  },
  factor: {
    title: 'Second factor',
    on: 'On',
    off: 'Off',
    text: 'A code of an authenticator app, asked for after the password.',
    password: 'Your password',
    enable: 'Set up',
    scan: 'Scan this with your authenticator app',
    disable: 'Turn off',
    newCodes: 'New backup codes',
    secret: 'Key for the app',
    secretText: 'Add an account in your authenticator app and give it this key.',
    openApp: 'Open the app on this device',
    copySecret: 'Copy the key',
    code: 'Code that the app shows now',
    confirm: 'Confirm',
    enabled: 'The second factor is on.',
    disabled: 'The second factor is off.',
    codes: 'Backup codes',
    codesText: 'Each signs you in once if the app is lost. They are shown only now.',
    copyCodes: 'Copy the codes',
    cancel: 'Cancel',
  },
}

export const instanceTexts = {
  title: 'This installation',
  version: 'Version',
  url: 'Address',
  copyUrl: 'Copy the address',
  transport: 'Emails go to',
  inbox: 'The built-in inbox: nothing leaves this machine',
  smtp: 'An SMTP relay',
  ses: 'The API of Amazon SES',
  state: 'State',
  ready: 'Ready',
  notReady: 'Not ready',
  checking: 'Asking…',
  docs: 'API reference',
  more: 'Transports, limits and how long data is kept are set where the server is started.',
}

export const retentionTexts = {
  title: 'Retention',
  text: 'For how long this installation keeps data, at least. Its operator decides.',
  names: {
    emailDays: 'Emails',
    contentDays: 'Their contents',
    eventDays: 'Events',
    executionDays: 'Executions',
  },
  days: (days: number) => plural(days, 'day'),
}

export const dangerTexts = {
  title: 'Danger zone',
  sample: {
    title: 'Remove the sample data',
    text: 'Deletes the five contacts of the sample data with their events, and its template.',
    submit: 'Remove sample data',
    done: 'The sample data is gone.',
  },
  leave: {
    title: 'Leave this project',
    text: 'You lose access with the next request. Somebody has to invite you to come back.',
    submit: 'Leave',
    done: 'You have left the project.',
  },
}
