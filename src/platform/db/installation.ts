// The one row of `installation`, with the values that all nodes on this database share.
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** The fingerprint of the key that this database belongs to; stores the given one on the first start. */
export async function ensureKeyFingerprint(db: Db, fingerprint: string): Promise<string> {
  // If nodes start together, the first insert wins; the others wait for its commit, and then read it.
  await sql`
    insert into installation (key_fingerprint) values (${fingerprint})
    on conflict (is_only) do nothing`.execute(db)
  return (await readInstallation(db))?.key_fingerprint ?? fingerprint
}

export type Installation = { key_fingerprint: string; public_url: string | null }

/** Undefined before the first start. */
export async function readInstallation(db: Db): Promise<Installation | undefined> {
  return db.selectFrom('installation').select(['key_fingerprint', 'public_url']).executeTakeFirst()
}

/** `isSet`: by PUBLIC_URL. An address that a node guessed does not replace one that was set. */
export async function savePublicUrl(db: Db, { url, isSet }: { url: string; isSet: boolean }): Promise<void> {
  await sql`
    update installation set public_url = ${url}, is_public_url_set = ${isSet}
    where ${isSet} or not is_public_url_set`.execute(db)
}

/** The self-signed certificate of this installation, and its private key, encrypted. */
export type StoredCertificate = { certificate: string; key: Buffer }

/** Undefined before the first start with SMTP. */
export async function readSmtpCertificate(db: Db): Promise<StoredCertificate | undefined> {
  const found = await db
    .selectFrom('installation')
    .select(['smtp_certificate as certificate', 'smtp_key as key'])
    .executeTakeFirst()
  return found?.certificate && found.key ? { certificate: found.certificate, key: found.key } : undefined
}

/** The certificate of all nodes: the given one, unless another node has replaced the old one in the meantime. */
export async function ensureSmtpCertificate(
  db: Db,
  made: StoredCertificate,
  old: StoredCertificate | undefined,
): Promise<StoredCertificate> {
  await sql`
    update installation set smtp_certificate = ${made.certificate}, smtp_key = ${made.key}
    where smtp_certificate is not distinct from ${old?.certificate ?? null}`.execute(db)
  return (await readSmtpCertificate(db)) ?? made
}

/** Names the object store of this database; undefined if it has none. */
export async function readObjectStoreId(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('installation').select('object_store_id').executeTakeFirst()
  return found?.object_store_id ?? undefined
}

/** Stores the given id unless there is one. @returns the one that is there now */
export async function claimObjectStore(db: Db, id: string): Promise<string> {
  await sql`update installation set object_store_id = ${id} where object_store_id is null`.execute(db)
  return (await readObjectStoreId(db)) ?? id
}

/** For a database whose objects have all moved back. */
export async function forgetObjectStore(db: Db): Promise<void> {
  await sql`update installation set object_store_id = null`.execute(db)
}
