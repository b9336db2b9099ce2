import { parseArgs } from 'node:util'
import {
  createKey,
  KeyCreate,
  KeyRotate,
  listAllKeys,
  listProjects,
  revokeKey,
  rotateKey,
  toKey,
} from '../../features/projects/index.ts'
import type { Db } from '../../platform/db/client.ts'
import { readId } from '../../platform/ids.ts'
import type { KeyId, ProjectId } from '../../platform/ids.ts'
import { terminal } from '../../platform/terminal.ts'
import { checkInput, checkWords } from './input.ts'
import { show, table } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from './with-database.ts'

const OPTIONS = {
  json: { type: 'boolean', default: false },
  project: { type: 'string' },
  name: { type: 'string' },
  kind: { type: 'string' },
  scope: { type: 'string' },
  expires: { type: 'string' },
  'grace-seconds': { type: 'string' },
} as const

type Values = ReturnType<typeof parse>['values']

/** The options of the fields of a key. */
const FIELD_OPTIONS = { name: '--name', kind: '--kind', scopes: '--scope', expiresAt: '--expires' }

/** Without --name. */
const DEFAULT_NAME = 'From the command line'

const parse = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS })

export async function keysCommand(args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [action, id] = positionals
  switch (action) {
    case 'create':
      checkWords(positionals, 'keys create')
      return create(values)
    case 'list':
      checkWords(positionals, 'keys list')
      return list(values)
    case 'rotate':
      checkWords(positionals, 'keys rotate <id>')
      return rotate(keyIdOf(id), values)
    case 'revoke':
      checkWords(positionals, 'keys revoke <id>')
      return revoke(keyIdOf(id), values)
    case undefined:
    default:
      throw new UsageError(
        'Usage: lettermill keys create [--name <name>] | list | rotate <id> | revoke <id>  [--project <id>] [--json]',
      )
  }
}

function keyIdOf(text = ''): KeyId {
  const id = readId<KeyId>(text)
  if (!id) throw new Error(noKey(text))
  return id
}

const noKey = (id: string) =>
  `There is no key ${id} in this project. List them with: npx lettermill keys list`

/** The project of --project, or the only one. */
async function projectOf(db: Db, { project }: Values): Promise<ProjectId> {
  const projects = await listProjects(db)
  const found = project === undefined ? projects : projects.filter((one) => one.id === project)
  const [only] = found
  if (only && found.length === 1) return only.id
  if (project !== undefined) {
    throw new Error(`There is no project ${project}. List them with: npx lettermill projects list`)
  }
  if (!only) {
    throw new Error('There is no project yet. Create one with: npx lettermill projects create <name>')
  }
  throw new UsageError(`There are ${projects.length} projects. Choose one with --project <id>.`)
}

async function create(values: Values): Promise<void> {
  const fields = {
    name: values.name ?? DEFAULT_NAME,
    kind: values.kind,
    scopes: values.scope?.split(','),
    expiresAt: values.expires,
  }
  const input = checkInput(KeyCreate, fields, FIELD_OPTIONS)
  const { row, text } = await withDatabase(async ({ db, now }) =>
    createKey(db, { ...input, projectId: await projectOf(db, values), now }),
  )
  show(
    { ...toKey(row), key: text },
    values.json,
    () => `Key  ${text}\nId   ${row.id}\n\nThe key is shown only once.`,
  )
}

async function list(values: Values): Promise<void> {
  const keys = (
    await withDatabase(async ({ db }) => listAllKeys(db, { projectId: await projectOf(db, values) }))
  ).map(toKey)
  show({ keys }, values.json, () =>
    table(
      ['ID', 'NAME', 'KEY', 'SCOPES', 'LAST USED', 'EXPIRES'],
      keys.map((key) => [
        key.id,
        key.name,
        `${key.prefix}…${key.lastFour}`,
        key.scopes.join(','),
        key.lastUsedAt ?? 'never',
        key.expiresAt ?? 'never',
      ]),
    ),
  )
}

async function rotate(keyId: KeyId, values: Values): Promise<void> {
  const grace = values['grace-seconds']
  if (grace !== undefined && !/^\d{1,9}$/.test(grace)) {
    throw new UsageError('--grace-seconds: must be a whole number of seconds')
  }
  const fields = grace === undefined ? {} : { graceSeconds: Number(grace) }
  const input = checkInput(KeyRotate, fields, { graceSeconds: '--grace-seconds' })
  const { row, text, replaced } = await withDatabase(async ({ db, now }) =>
    rotateKey(db, { ...input, projectId: await projectOf(db, values), keyId, now }),
  )
  const answer = {
    ...toKey(row),
    key: text,
    replaces: { id: replaced.id, expiresAt: replaced.expiresAt.toISOString() },
  }
  show(
    answer,
    values.json,
    () =>
      `Key  ${text}\nId   ${row.id}\n\nThe key is shown only once. The old one works until ${answer.replaces.expiresAt}.\nThe new key expires: ${answer.expiresAt ?? 'never'}.`,
  )
}

async function revoke(keyId: KeyId, values: Values): Promise<void> {
  const isRevoked = await withDatabase(async ({ db, now }) =>
    revokeKey(db, { projectId: await projectOf(db, values), keyId, now }),
  )
  if (!isRevoked) throw new Error(noKey(keyId))
  if (values.json) terminal.print(JSON.stringify({ id: keyId, revoked: true }))
  else terminal.print(`Key ${keyId} is revoked.`)
}
