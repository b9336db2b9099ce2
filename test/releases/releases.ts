// The versions that people run: the migrations of each are frozen, and a database of each is stored beside this file.
// scripts/store-release.ts adds one.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Migration } from '../../src/platform/db/migrate.ts'

/** `migrations`: how many there were. `digest`: of all of them. `totals`: how many records the stored database has, by route. */
export type Release = {
  version: string
  migrations: number
  digest: string
  totals: Record<string, number>
}

export const COUNTED_ROUTES = ['/contacts', '/segments', '/workflows', '/webhooks', '/campaigns']

/** ENCRYPTION_KEY of the stored databases, which hold no secrets. */
export const RELEASE_KEY = 'the key of the databases that releases store'

const FILE = path.join(import.meta.dirname, 'releases.json')

export const readReleases = (): Release[] => JSON.parse(readFileSync(FILE, 'utf8')) as Release[]

export const writeReleases = (releases: readonly Release[]): void =>
  writeFileSync(FILE, `${JSON.stringify(releases, null, 2)}\n`)

export const backupOf = (version: string): string => path.join(import.meta.dirname, `${version}.zst`)

export const digestOf = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ name, hash }) => `${name} ${hash}\n`).join(''))
    .digest('hex')
