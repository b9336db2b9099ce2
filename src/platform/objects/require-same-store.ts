// A database and its bucket belong together: with another bucket every object would look as if it had vanished.
import type { Db } from '../db/client.ts'
import { claimObjectStore, readObjectStoreId } from '../db/installation.ts'
import type { Log } from '../log/log.ts'
import { ObjectStoreError } from './object-store-error.ts'
import { newStoreId } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { findUsedObject } from './unused-objects.queries.ts'

type Parts = { objects: ObjectStore; log: Log }

/**
 * Call it before objects are used. The first start with a store marks it as that of this database.
 * @throws with a message for the operator if the setting is missing, or names another store
 */
export async function requireSameStore(db: Db, { objects, log }: Parts): Promise<void> {
  const agreed = await readObjectStoreId(db)
  if (!objects.isSet) {
    if (agreed === undefined) return
    throw new OtherStoreError(
      'This database has bytes in an object store, and OBJECT_STORE is not set. Set it as before. To do without it, run `lettermill objects move --to database` first.',
    )
  }
  try {
    await compare(db, { objects, agreed })
  } catch (error) {
    // The start does not depend on the store: email without attachments is sent while it is away.
    if (!(error instanceof ObjectStoreError)) throw error
    log.warn({ reason: error.reason }, 'the object store could not be checked')
  }
}

async function compare(
  db: Db,
  { objects, agreed }: { objects: ObjectStore; agreed: string | undefined },
): Promise<void> {
  const marker = await objects.readMarker()
  if (marker !== undefined && marker === agreed) return
  if (marker === undefined && agreed === undefined) {
    // Another node may have been faster; the object gets the id that won.
    return objects.writeMarker(await claimObjectStore(db, newStoreId()))
  }
  // Another node may have just claimed it.
  const current = await readObjectStoreId(db)
  if (marker !== undefined && marker === current) return
  if (marker === undefined && current !== undefined && (await hasOurObjects(db, objects))) {
    return objects.writeMarker(current)
  }
  throw new OtherStoreError(
    marker === undefined
      ? 'OBJECT_STORE names a bucket or prefix that does not have the objects of this database: its object lettermill-installation is missing. Set OBJECT_STORE to the store that this database was used with. If you have copied the objects, copy lettermill-installation, too.'
      : 'OBJECT_STORE names a bucket or prefix that belongs to another installation of Lettermill. Choose another bucket, or another ?prefix=.',
  )
}

/** For a start that was interrupted, or refused by the store, between the claim and its object. */
async function hasOurObjects(db: Db, objects: ObjectStore): Promise<boolean> {
  const key = await findUsedObject(db)
  if (key === undefined) return true
  try {
    await objects.get(key)
    return true
  } catch (error) {
    if (error instanceof ObjectStoreError && error.failure === 'missing') return false
    throw error
  }
}

export class OtherStoreError extends Error {
  override readonly name = 'OtherStoreError'
}
