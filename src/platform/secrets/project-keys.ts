// The keys that a project brings along when it moves. Links in emails that were sent before, return paths and the secrets that
// are derived, not stored, keep working on another installation, whose own encryption key is another one.
import type pg from 'pg'
import type { Database } from '../db/client.ts'
import type { Log } from '../log/log.ts'
import type { FormerInstallation } from './keyring.ts'
import { keyFingerprint } from './secrets.ts'
import type { Binding, Secrets } from './secrets.ts'
import { createSigner } from './signer.ts'
import type { Signer } from './signer.ts'

/** The purposes of values that outlive a move: in emails, in rows, and in the settings of receivers. */
export const MOVED_PURPOSES = [
  'link tokens',
  'workflow webhooks',
  'webhook feed',
  'address of a deleted contact',
  'address of a reader',
  'confirmation mailbox',
  'confirmation network',
  'consent address',
  'consent network',
] as const

type KeyRow = {
  project_id: string
  fingerprint: string
  place: number
  sealed: Buffer
}
type Side = { client: pg.ClientBase; secrets: Secrets }

const bindingOf = ({
  project_id: projectId,
  fingerprint,
}: Pick<KeyRow, 'project_id' | 'fingerprint'>): Binding => ({
  purpose: 'keys of a moved project',
  record: `${projectId} ${fingerprint}`,
})

/** Writes the keys of all installations where the project has lived, encrypted for the target. */
export async function handOverKeys(
  { source, target }: { source: Side; target: Side },
  projectId: string,
): Promise<void> {
  const { rows } = await source.client.query<KeyRow>(
    'select project_id, fingerprint, place, sealed from project_keys where project_id = $1 order by place',
    [projectId],
  )
  const own = {
    project_id: projectId,
    fingerprint: keyFingerprint(source.secrets),
    place: rows.length,
  }
  const known = rows.map((row) => ({
    ...row,
    keys: source.secrets.decrypt(row.sealed, bindingOf(row)),
  }))
  const keys = known.some(({ fingerprint }) => fingerprint === own.fingerprint)
    ? known
    : [
        ...known,
        {
          ...own,
          keys: Buffer.from(JSON.stringify(source.secrets.exportKeys(MOVED_PURPOSES))),
        },
      ]
  for (const row of keys) {
    await target.client.query(
      `insert into project_keys (project_id, fingerprint, place, sealed) values ($1, $2, $3, $4)
       on conflict (project_id, fingerprint) do update set place = excluded.place, sealed = excluded.sealed`,
      [projectId, row.fingerprint, row.place, target.secrets.encrypt(row.keys, bindingOf(row))],
    )
  }
}

export async function deleteKeys(client: pg.ClientBase, projectId: string): Promise<void> {
  await client.query('delete from project_keys where project_id = $1', [projectId])
}

/** Fills the keyring from the database. */
export async function loadKeyring(database: Pick<Database, 'pool'>, secrets: Secrets): Promise<void> {
  const { rows } = await database.pool.query<KeyRow>(
    'select project_id, fingerprint, place, sealed from project_keys order by project_id, place',
  )
  const departed = await database.pool.query<{
    project_id: string
    other_url: string | null
  }>(
    // One that is on its way back works on the other installation until it has arrived.
    `select project_id, other_url from project_moves as m where state = 'left'
       and not exists (select from project_moves where project_id = m.project_id and epoch > m.epoch
         and state not in ('arriving', 'arrived'))`,
  )
  const own = keyFingerprint(secrets)
  const formers = new Map<string, FormerInstallation & { projectIds: Set<string> }>()
  const origins = new Map<string, Signer>()
  for (const row of rows) {
    if (row.fingerprint === own) {
      // Made here, and back again.
      if (row.place === 0) origins.set(row.project_id, secrets)
      continue
    }
    const former = formers.get(row.fingerprint) ?? {
      signer: signerOf(secrets.decrypt(row.sealed, bindingOf(row))),
      projectIds: new Set<string>(),
    }
    formers.set(row.fingerprint, former)
    former.projectIds.add(row.project_id)
    if (row.place === 0) origins.set(row.project_id, former.signer)
  }
  secrets.keyring.fill({
    formers: [...formers.values()],
    origins,
    departed: new Map(departed.rows.map((row) => [row.project_id, row.other_url])),
  })
}

function signerOf(exported: Buffer): Signer {
  const keys = JSON.parse(exported.toString()) as Record<string, string>
  return createSigner((purpose) => {
    const key = keys[purpose]
    if (key === undefined) throw new Error(`a moved project has no key for "${purpose}"`)
    return Buffer.from(key, 'base64')
  })
}

/** How soon every node knows a project that arrives or has left. `projects move` waits longer. */
const REFRESH_MS = 2_000

/** Keeps the keyring up to date; returns how to stop. */
export async function watchKeyring({
  database,
  secrets,
  log,
}: {
  database: Pick<Database, 'pool'>
  secrets: Secrets
  log: Log
}): Promise<() => Promise<void>> {
  await loadKeyring(database, secrets)
  let loading = Promise.resolve()
  const timer = setInterval(() => {
    loading = loading
      .then(() => loadKeyring(database, secrets))
      // The known keys stay in use until the database answers again.
      .catch((error: unknown) => log.debug({ err: error }, 'keys of moved projects were not read'))
  }, REFRESH_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await loading
  }
}
