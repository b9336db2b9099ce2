// Bytes that are kept in an object store instead of PostgreSQL. A row has either the bytes or the key of an object, and says so
// itself, so both kinds can be in one table.
//
// Order of a write: a row of unused_objects is committed, the object is written, and the transaction with the row that has the
// key deletes that row (useObjects). A crash anywhere leaves a row of unused_objects, by which the object is deleted later.
import { randomUUID } from 'node:crypto'
import { systemClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { newId } from '../ids.ts'
import type { ObjectId, ProjectId } from '../ids.ts'
import type { Log } from '../log/log.ts'
import { ObjectStoreError } from './object-store-error.ts'
import { readObjectStoreUrl } from './object-store-url.ts'
import { createS3Client, S3_LIMITS } from './s3-client.ts'
import type { S3Client, S3Limits } from './s3-client.ts'
import { announceObject } from './unused-objects.queries.ts'

/** The part of a key that says what it is, for people who look into the bucket. */
export type ObjectKind = 'attachments' | 'contents' | 'images' | 'imports' | 'inbox'

export type NewObject = { projectId: ProjectId; kind: ObjectKind; bytes: Buffer }

export type ObjectStore = {
  /** Whether there is a store. */
  readonly isSet: boolean
  /** Whether new bytes go there. */
  readonly isWritten: boolean
  /** How long objects are kept after their row is gone. */
  readonly keptDays: number
  /**
   * Writes an object and returns its key, which `useObjects` must get in the transaction that stores it. Call it outside of
   * transactions. Undefined if the bytes have to be stored in PostgreSQL: no store is set, or it does not work now.
   */
  tryPut(object: NewObject): Promise<string | undefined>
  /** Like `tryPut`, but a store that does not work is an error. @throws ObjectStoreError */
  put(object: NewObject): Promise<string>
  /** The bytes, compared with the checksum that is part of the key. @throws ObjectStoreError */
  get(key: string): Promise<Buffer>
  /** Writes bytes under the key that they have in another store. The caller has announced the object. @throws ObjectStoreError */
  adopt(key: string, bytes: Buffer): Promise<void>
  delete(key: string): Promise<void>
  /** The object that says to which database the bucket belongs: its content; undefined if there is none. */
  readMarker(): Promise<string | undefined>
  writeMarker(id: string): Promise<void>
  deleteMarker(): Promise<void>
  close(): void
}

type Parts = {
  config: Pick<Config, 'OBJECT_STORE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'>
  database: Pick<Database, 'db'>
  clock: Clock
  log: Log
  limits?: StoreLimits | undefined
}

/** A store that has just failed is left alone for `restMs`: otherwise each request and each email would wait for the limit. */
export type StoreLimits = S3Limits & { restMs: number }

export const STORE_LIMITS: StoreLimits = { ...S3_LIMITS, restMs: 5_000 }

type Rest = {
  /** The failure since which the store is left alone. */
  reason: () => ObjectStoreError | undefined
  /** @throws the error */
  begin: (error: unknown) => never
}

function createRest({ clock, log, restMs }: { clock: Clock; log: Log; restMs: number }): Rest {
  let last: { error: ObjectStoreError; until: number } | undefined
  return {
    reason: () => (last && clock.now().getTime() < last.until ? last.error : undefined),
    begin(error) {
      if (error instanceof ObjectStoreError && error.failure === 'unavailable') {
        last = { error, until: clock.now().getTime() + restMs }
      }
      if (error instanceof ObjectStoreError) log.warn({ reason: error.reason }, 'the object store failed')
      throw error
    },
  }
}

export function createObjectStore({
  config,
  database,
  clock,
  log,
  limits = STORE_LIMITS,
}: Parts): ObjectStore {
  if (config.OBJECT_STORE === undefined) return WITHOUT_STORE
  const store = readObjectStoreUrl(config.OBJECT_STORE)
  const client = createS3Client({
    store: { ...store, credentials: store.credentials ?? credentialsOf(config) },
    // The store compares the time of a signature with its own clock.
    clock: systemClock,
    limits,
  })
  const rest = createRest({ clock, log, restMs: limits.restMs })

  const put = async ({ projectId, kind, bytes }: NewObject): Promise<string> => {
    const sha256 = await digest(bytes)
    const key = `${projectId}/${kind}/${newId<ObjectId>(clock.now())}-${sha256.toString('base64url')}`
    await announceObject(database.db, { projectId, key })
    await client.put(key, { bytes, sha256: sha256.toString('hex') })
    return key
  }

  const adopt = async (key: string, bytes: Buffer): Promise<void> => {
    await client.put(key, { bytes, sha256: (await digest(bytes)).toString('hex') })
  }

  const tryPut = async (object: NewObject): Promise<string | undefined> => {
    if (!store.isWritten || rest.reason() !== undefined) return undefined
    try {
      return await put(object).catch(rest.begin)
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error
      return undefined
    }
  }

  return {
    isSet: true,
    isWritten: store.isWritten,
    keptDays: store.keptDays,
    tryPut,
    put,
    async get(key) {
      const reason = rest.reason()
      if (reason) throw reason
      return getChecked(client, key).catch(rest.begin)
    },
    adopt,
    delete: (key) => client.delete(key),
    readMarker: () => readMarker(client),
    writeMarker: (id) => adopt(MARKER, Buffer.from(id)),
    deleteMarker: () => client.delete(MARKER),
    close: () => client.close(),
  }
}

const digest = async (bytes: Buffer): Promise<Buffer> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>))

// Kept apart from the projects, whose names are UUIDs.
const MARKER = 'lettermill-installation'

async function readMarker(client: S3Client): Promise<string | undefined> {
  try {
    return (await client.get(MARKER)).toString('utf8', 0, 100).trim()
  } catch (error) {
    if (error instanceof ObjectStoreError && error.failure === 'missing') return undefined
    throw error
  }
}

export const newStoreId = (): string => randomUUID()

/** A second read may be right where the first was damaged on its way. */
async function getChecked(client: S3Client, key: string): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    const bytes = await client.get(key)
    const sha256 = await digest(bytes)
    if (key.endsWith(`-${sha256.toString('base64url')}`)) return bytes
    if (tries === 2) {
      throw new ObjectStoreError(
        'damaged',
        `the bytes of ${key} do not have the checksum of those that were stored`,
      )
    }
  }
}

const credentialsOf = (config: Parts['config']) => ({
  // Required by problemsBetweenSettings.
  accessKeyId: config.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: config.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: config.AWS_SESSION_TOKEN,
})

const withoutStore = (): Promise<never> =>
  Promise.reject(new ObjectStoreError('unavailable', 'OBJECT_STORE is not set, but the bytes are in one'))

const WITHOUT_STORE: ObjectStore = {
  isSet: false,
  isWritten: false,
  keptDays: 0,
  tryPut: () => Promise.resolve(undefined),
  put: withoutStore,
  get: withoutStore,
  adopt: withoutStore,
  delete: withoutStore,
  readMarker: () => Promise.resolve(undefined),
  writeMarker: withoutStore,
  deleteMarker: withoutStore,
  close: () => undefined,
}
