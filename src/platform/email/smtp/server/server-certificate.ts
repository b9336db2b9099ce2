// The certificate of our SMTP servers: SMTP_TLS_CERT, or one that the installation generates and stores in its database.
// The private key is encrypted there, and is useless without ENCRYPTION_KEY.
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Clock } from '../../../clock.ts'
import { ensureSmtpCertificate, readSmtpCertificate } from '../../../db/installation.ts'
import type { StoredCertificate } from '../../../db/installation.ts'
import type { Deps } from '../../../deps.ts'
import { mailHostOf } from '../../../public-url.ts'
import { makeSelfSignedCertificate } from './self-signed.ts'

export type ServerCertificate = {
  /** The name of this mail server, as it greets callers. */
  name: string
  cert: string
  key: string
  isSelfSigned: boolean
}

type Parts = Pick<Deps, 'config' | 'publicUrl' | 'database' | 'secrets' | 'clock'>

export async function readServerCertificate(parts: Parts): Promise<ServerCertificate> {
  const { config, publicUrl } = parts
  const name = mailHostOf(config, await publicUrl.find())
  const { SMTP_TLS_CERT: cert, SMTP_TLS_KEY: key } = config
  if (cert === undefined || key === undefined) {
    return { name, ...(await ownCertificate(parts, name)), isSelfSigned: true }
  }
  return {
    name,
    cert: await readPem('SMTP_TLS_CERT', cert),
    key: await readPem('SMTP_TLS_KEY', key),
    isSelfSigned: false,
  }
}

async function readPem(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`${setting} cannot be read`, { cause: error })
  }
}

const KEY_BINDING = { purpose: 'smtp key', record: 'installation' }

const DAY_MS = 86_400_000
// Long, so that it needs no renewal, and programs that pin it need a new copy only when the name changes.
const LIFETIME_MS = 3650 * DAY_MS
// A node that runs longer than this without a restart then presents an expired certificate.
const RENEWED_BEFORE_MS = 365 * DAY_MS
// For callers whose clocks are slow.
const VALID_BEFORE_MS = DAY_MS

async function ownCertificate({ database: { db }, secrets, clock }: Parts, name: string) {
  // An IPv6 address has brackets in a URL.
  const host = name.replace(/^\[|\]$/g, '')
  const stored = await readSmtpCertificate(db)
  const open = ({ certificate, key }: StoredCertificate) => ({
    cert: certificate,
    key: secrets.decrypt(key, KEY_BINDING).toString(),
  })
  if (stored && isGood(stored, host, clock)) return open(stored)
  const now = clock.now().getTime()
  const { certificate, key } = await makeSelfSignedCertificate(host, {
    from: new Date(now - VALID_BEFORE_MS),
    until: new Date(now + LIFETIME_MS),
  })
  const made = { certificate, key: secrets.encrypt(Buffer.from(key), KEY_BINDING) }
  return open(await ensureSmtpCertificate(db, made, stored))
}

function isGood({ certificate }: StoredCertificate, host: string, clock: Clock): boolean {
  const read = new X509Certificate(certificate)
  const isNamed = (isIP(host) === 0 ? read.checkHost(host) : read.checkIP(host)) !== undefined
  return isNamed && read.validToDate.getTime() > clock.now().getTime() + RENEWED_BEFORE_MS
}
