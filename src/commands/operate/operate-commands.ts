// The operator's commands: they work beside a running server (DATA_DIR leads to its database) or alone.
import type { CommandArgument, CommandOption, OperateCommand } from '../command.ts'

const flag = (summary: string): CommandOption => ({ type: 'flag', summary })
const text = (value: string, summary: string): CommandOption => ({ type: 'text', value, summary })
const id = (what: string): CommandArgument => ({ name: 'id', summary: `Id of the ${what}` })

const JSON_OPTION = { json: flag('Print one line of JSON') }
const QUIET = { quiet: flag('Report no progress') }
const KEY_OPTIONS = { project: text('<id>', 'Project; optional if there is only one'), ...JSON_OPTION }
const GRACE = text('<n>', 'How long the old one works; a day by default')

type Facts = Omit<OperateCommand, 'family' | 'name' | 'summary' | 'effect'>
const operate = (
  name: string,
  summary: string,
  { effect, ...facts }: Facts & Pick<OperateCommand, 'effect'>,
): OperateCommand => ({ family: 'operate', name, summary, effect, ...facts })

export const OPERATE_COMMANDS: readonly OperateCommand[] = [
  operate('start', 'Run the service', {
    effect: 'change',
    options: { role: { ...text('<role>', 'Work of this process'), choices: ['all', 'api', 'worker'] } },
  }),
  operate('inbox', 'Run a throw-away service for tests (docs/inbox.md)', {
    effect: 'change',
    options: {
      port: text('<n>', 'Port of the API; a free one by default'),
      'smtp-port': text('<n>', 'Port of SMTP submission; a free one by default'),
      keep: text('<folder>', 'Keep the data in this folder'),
      ...JSON_OPTION,
    },
  }),
  operate('projects create', 'Create a project with a secret and a public key', {
    effect: 'change',
    arguments: [{ name: 'name', summary: 'Name of the project' }],
    options: JSON_OPTION,
  }),
  operate('projects list', 'List the projects', { effect: 'read', options: JSON_OPTION }),
  operate('projects disable', 'Answer 403 to every request of a project', {
    effect: 'change',
    arguments: [id('project')],
    options: JSON_OPTION,
  }),
  operate('projects enable', 'Answer the requests of a project again', {
    effect: 'change',
    arguments: [id('project')],
    options: JSON_OPTION,
  }),
  operate('projects move', 'Move a project to another installation (docs/cells.md)', {
    effect: 'destroy',
    arguments: [id('project')],
    options: {
      to: text('<file>', 'Settings file of the other installation'),
      pause: text('<seconds>', 'How long the project may send nothing; 60 by default'),
      ...JSON_OPTION,
      ...QUIET,
    },
  }),
  operate('keys create', 'Create a key', {
    effect: 'change',
    options: {
      name: text('<name>', 'Name of the key'),
      kind: { ...text('<kind>', 'Kind of the key'), choices: ['secret', 'public'] },
      scope: text('<scopes>', 'Scopes, separated by commas: full, send, read'),
      expires: text('<ISO date>', 'When it expires; never by default'),
      ...KEY_OPTIONS,
    },
  }),
  operate('keys list', 'List the keys', { effect: 'read', options: KEY_OPTIONS }),
  operate('keys rotate', 'Create a new key; the old one works for the grace period', {
    effect: 'change',
    arguments: [id('key')],
    options: { 'grace-seconds': GRACE, ...KEY_OPTIONS },
  }),
  operate('keys revoke', 'Revoke a key', { effect: 'destroy', arguments: [id('key')], options: KEY_OPTIONS }),
  operate('accounts list', 'List the people with an account', { effect: 'read', options: JSON_OPTION }),
  operate('accounts reset-password', 'Set a new password; ends sessions and second factor', {
    effect: 'change',
    arguments: [{ name: 'email', summary: 'Address of the account' }],
    options: JSON_OPTION,
  }),
  operate('feedback show', 'Show the URL for the reports of the email provider (docs/providers.md)', {
    effect: 'read',
    options: JSON_OPTION,
  }),
  operate('feedback rotate', 'Create a new URL; the old one works for the grace period', {
    effect: 'change',
    options: { 'grace-seconds': GRACE, ...JSON_OPTION },
  }),
  operate('feedback set-key', 'Set a key that proves reports of the provider', {
    effect: 'change',
    arguments: [
      { name: 'name', summary: 'Name of the key' },
      { name: 'key', summary: 'The key' },
    ],
    options: JSON_OPTION,
  }),
  operate('feedback remove-key', 'Remove a key that proves reports of the provider', {
    effect: 'change',
    arguments: [{ name: 'name', summary: 'Name of the key' }],
    options: JSON_OPTION,
  }),
  operate('dkim-zone', 'Print the records of DKIM_ZONE as lines of a zone file (docs/domains.md)', {
    effect: 'read',
  }),
  operate('objects move', 'Move bytes between the database and OBJECT_STORE (docs/objects.md)', {
    effect: 'change',
    options: {
      to: { ...text('<place>', 'Where to; store by default'), choices: ['store', 'database'] },
      ...QUIET,
    },
  }),
  operate('backup', 'Write all data into one compressed file', {
    effect: 'read',
    arguments: [{ name: 'file', summary: 'The file; - is standard output' }],
    options: { force: flag('Replace the file if it exists'), ...QUIET },
  }),
  operate('restore', 'Load a backup into an empty database', {
    effect: 'change',
    arguments: [{ name: 'file', summary: 'The file; - is standard input' }],
    options: { 'cancel-due': flag('Cancel what would be sent at once'), ...QUIET },
  }),
  operate('rehearse-upgrade', 'Upgrade a copy made from a backup, check it, and say how long it takes', {
    effect: 'read',
    arguments: [{ name: 'file', summary: 'The backup; - is standard input' }],
    options: {
      in: text('<folder>', 'Where the copy is made; a temporary folder by default'),
      ...JSON_OPTION,
      ...QUIET,
    },
  }),
  operate('explain-bounce', 'Explain bounces and complaints, one line of JSON per email', {
    effect: 'read',
    arguments: [{ name: 'file', summary: 'Source of an email; - is standard input', isMany: true }],
  }),
]
