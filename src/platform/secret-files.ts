// Settings that hold a secret can be in a file: ENCRYPTION_KEY_FILE names the file of ENCRYPTION_KEY. Docker and Kubernetes hand secrets to
// containers like that, and a file does not show in a list of processes or in `docker inspect`.
import { readFileSync, statSync } from 'node:fs'

/** Each has a second form, with _FILE behind its name. */
export const SECRET_SETTINGS = [
  'METRICS_TOKEN',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'READ_DATABASE_URL',
  'OBJECT_STORE',
  'ENCRYPTION_KEY',
  'BOOTSTRAP_SECRET_KEY',
  'BOOTSTRAP_PUBLIC_KEY',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'MAIL_TRANSPORT',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SPAMHAUS_DQS_KEY',
  'GOOGLE_POSTMASTER_CREDENTIALS',
  'SNDS_KEY',
] as const

export const FILE_SUFFIX = '_FILE'

/** The longest secret, a session token of AWS, has some thousand characters. */
const MOST_BYTES = 65_536

type Environment = Readonly<Record<string, string>>

/** Secrets by the name of their setting, and what is wrong with their files, one line each. */
export function readSecretFiles(given: Environment): { secrets: Record<string, string>; problems: string[] } {
  const secrets: Record<string, string> = {}
  const problems: string[] = []
  for (const name of SECRET_SETTINGS) {
    const setting = name + FILE_SUFFIX
    const file = given[setting]
    if (file === undefined) continue
    if (given[name] !== undefined) {
      problems.push(`${name} and ${setting} are both set; remove one of them`)
      continue
    }
    const content = readSecret(file)
    if (typeof content === 'string') secrets[name] = content
    else problems.push(`${setting} ${content.problem}`)
  }
  return { secrets, problems }
}

/** The other form of a setting that has two: of two sources with one form each, the one that takes precedence sets the setting alone. */
export function otherForm(name: string): string | undefined {
  const plain = SECRET_SETTINGS.find((secret) => secret === name || secret + FILE_SUFFIX === name)
  if (plain === undefined) return undefined
  return plain === name ? plain + FILE_SUFFIX : plain
}

/** The content without the line end that editors and `echo` add. */
function readSecret(file: string): string | { problem: string } {
  try {
    const found = statSync(file)
    if (!found.isFile()) return { problem: `names ${file}, which is not a file` }
    if (found.size > MOST_BYTES) return { problem: `names ${file}, which has more than ${MOST_BYTES} bytes` }
    const content = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
    return content === '' ? { problem: `names ${file}, which is empty` } : content
  } catch (error) {
    return { problem: `names ${file}, which ${reasonOf(error as NodeJS.ErrnoException)}` }
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'this user cannot read'
  return `cannot be read: ${message}`
}
