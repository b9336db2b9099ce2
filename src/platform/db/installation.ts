// The one row of `installation`: what all nodes on this database have to agree on.
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** The fingerprint of the key that this database belongs to: the given one, if nobody was here before. */
export async function agreeOnKey(db: Db, fingerprint: string): Promise<string> {
  // Of nodes that start together the first insert wins; the others wait for its commit, and then read what it wrote.
  await sql`
    insert into installation (key_fingerprint) values (${fingerprint}) on conflict (is_only) do nothing`.execute(
    db,
  )
  return (await readInstallation(db))?.key_fingerprint ?? fingerprint
}

export type Installation = { key_fingerprint: string; public_url: string | null }

/** Undefined before the first start. */
export async function readInstallation(db: Db): Promise<Installation | undefined> {
  return db.selectFrom('installation').select(['key_fingerprint', 'public_url']).executeTakeFirst()
}

/** `isSet`: by PUBLIC_URL. What a node without it takes for its own address does not replace one that was set. */
export async function tellPublicUrl(db: Db, { url, isSet }: { url: string; isSet: boolean }): Promise<void> {
  await sql`
    update installation set public_url = ${url}, is_public_url_set = ${isSet}
    where ${isSet} or not is_public_url_set`.execute(db)
}

/** The certificate that this installation made for itself, and its private key, encrypted. */
export type StoredCertificate = { certificate: string; key: Buffer }

/** Undefined before one was made. */
export async function readSmtpCertificate(db: Db): Promise<StoredCertificate | undefined> {
  const found = await db
    .selectFrom('installation')
    .select(['smtp_certificate as certificate', 'smtp_key as key'])
    .executeTakeFirst()
  return found?.certificate && found.key ? { certificate: found.certificate, key: found.key } : undefined
}

/** The certificate of all nodes: the given one, unless another node has replaced the old one meanwhile. */
export async function agreeOnSmtpCertificate(
  db: Db,
  made: StoredCertificate,
  old: StoredCertificate | undefined,
): Promise<StoredCertificate> {
  await sql`
    update installation set smtp_certificate = ${made.certificate}, smtp_key = ${made.key}
    where smtp_certificate is not distinct from ${old?.certificate ?? null}`.execute(db)
  return (await readSmtpCertificate(db)) ?? made
}
