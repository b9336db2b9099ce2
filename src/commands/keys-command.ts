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
} from '../features/projects/index.ts'
import type { Db } from '../platform/db/client.ts'
import { AppError } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import type { KeyId, ProjectId } from '../platform/ids.ts'
import { terminal } from '../platform/terminal.ts'
import { show, table } from './output.ts'
import { UsageError } from './usage-error.ts'
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

const parse = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS })

export async function keysCommand(args: string[]): Promise<void> {
  const { positionals, values } = parse(args)
  const [action, id] = positionals
  switch (action) {
    case 'create':
      return create(values)
    case 'list':
      return list(values)
    case 'rotate':
      return rotate(keyIdOf(id), values)
    case 'revoke':
      return revoke(keyIdOf(id), values)
    case undefined:
    default:
      throw new UsageError(
        'Usage: lettermill keys create --name <name> | list | rotate <id> | revoke <id>  [--project <id>] [--json]',
      )
  }
}

function keyIdOf(id: string | undefined): KeyId {
  if (id === undefined || !isUuid(id)) {
    throw new UsageError('Name the key by its id. List them with: lettermill keys list')
  }
  return id as KeyId
}

/** The project named by --project, or the only one there is. */
async function projectOf(db: Db, { project }: Values): Promise<ProjectId> {
  const projects = await listProjects(db)
  const found = project === undefined ? projects : projects.filter((one) => one.id === project)
  const [only] = found
  if (only && found.length === 1) return only.id
  throw new UsageError(
    project === undefined
      ? `There are ${projects.length} projects: name one with --project <id>.`
      : `There is no project ${project}.`,
  )
}

async function create(values: Values): Promise<void> {
  const input = KeyCreate.safeParse({
    name: values.name,
    kind: values.kind,
    scopes: values.scope?.split(','),
    expiresAt: values.expires,
  })
  if (!input.success) {
    throw new UsageError(
      input.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const { row, text } = await withDatabase(async ({ db, now }) =>
    createKey(db, { ...input.data, projectId: await projectOf(db, values), now }),
  )
  show(
    { ...toKey(row), key: text },
    values.json,
    () => `Key  ${text}\nId   ${row.id}\n\nThe key is shown only this once.`,
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
  const input = KeyRotate.safeParse(grace === undefined ? {} : { graceSeconds: Number(grace) })
  if (!input.success) {
    throw new UsageError(`--grace-seconds ${input.error.issues[0]?.message ?? 'is invalid'}`)
  }
  const { row, text, replaced } = await withDatabase(async ({ db, now }) =>
    rotateKey(db, { ...input.data, projectId: await projectOf(db, values), keyId, now }),
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
      `Key  ${text}\nId   ${row.id}\n\nThe key is shown only this once. The old one works until ${answer.replaces.expiresAt}.`,
  )
}

async function revoke(keyId: KeyId, values: Values): Promise<void> {
  const isRevoked = await withDatabase(async ({ db, now }) =>
    revokeKey(db, { projectId: await projectOf(db, values), keyId, now }),
  )
  if (!isRevoked) {
    throw new AppError('RESOURCE_NOT_FOUND', { message: `There is no key ${keyId} in this project.` })
  }
  if (values.json) terminal.print(JSON.stringify({ id: keyId, revoked: true }))
  else terminal.print(`Key ${keyId} is revoked.`)
}
