import type { Key } from '../../api/project/keys.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

const kinds: Record<Key['kind'], string> = { secret: 'Secret', public: 'Public' }

const kindHints: Record<Key['kind'], string> = {
  secret: 'For your server. Never put it into a web page or an app.',
  public: 'Safe in browsers: it can only track events.',
}

const scopes: Record<string, string> = {
  full: 'Everything',
  send: 'Send only',
  read: 'Read only',
  track: 'Track events',
}

export const keys = translatable('pages/keys/keys', 'keys', {
  title: 'API keys',
  list: 'API keys of this project, newest first',
  count: (count: number) => plural(count, 'key'),
  create: 'Create key',
  kinds,
  kindHints,
  scopes,
  columns: {
    name: 'Name',
    key: 'Key',
    scopes: 'May do',
    lastUsed: 'Last used',
    created: 'Created',
    actions: 'Actions',
  },
  neverUsed: 'Never',
  commandLine: 'the command line',
  createdBy: (who: string) => `by ${who}`,
  expires: 'Expires',
  expired: 'Expired',
  rotate: 'Rotate',
  rotateOne: (name: string) => `Rotate ${name}`,
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke ${name}`,
  empty: { title: 'No keys', text: 'Programs call the API with a key. Create one to begin.' },
  use: {
    title: 'Use a key',
    text: 'The same email, sent in each possible way. Put your key in the marked place.',
    smtpUser: 'lettermill',
    smtpNote: 'For any program that sends by SMTP. The user name can be anything.',
  },
  form: {
    title: 'Create an API key',
    text: 'The key is shown once, when it is made.',
    name: 'Name',
    nameHint: 'What uses it, such as “Billing service”.',
    kind: 'Kind',
    scope: 'May do',
    expires: 'Works for',
    submit: 'Create key',
    lifetimes: { never: 'Until it is revoked', 30: '30 days', 90: '90 days', 365: 'A year' },
  },
  shown: {
    title: 'Your new key',
    text: 'Copy it now: it is not shown again. Whoever has it can act as your project.',
    publicText: 'It may be public: it can only track events.',
    label: 'The key',
    copy: 'Copy the key',
    done: 'I have stored it',
    old: 'The old key works until',
    oldEnded: 'The old key has stopped working.',
  },
  rotating: {
    title: (name: string) => `Rotate “${name}”?`,
    text: 'A new key with the same rights is made. The old one goes on working for a while, so that you can change it everywhere without a break.',
    grace: 'The old key works for',
    submit: 'Rotate the key',
  },
  revoking: {
    title: (name: string) => `Revoke “${name}”?`,
    text: 'The key stops working at once. This cannot be undone.',
    unused: 'It was never used.',
    used: 'Last used:',
    usedText: 'Whatever uses it will be refused. If it is still needed, rotate it instead.',
    submit: 'Revoke the key',
    done: 'The key was revoked.',
  },
})
