// Settings that need each other, part of config.ts.
import { OIDC_NEEDS } from './access/oidc-settings.ts'
import { FILE_SUFFIX } from './secret-files.ts'
import { needsAwsCredentials } from './transport-setting.ts'

/** Each with the one that it requires. */
const NEEDS: readonly (readonly [string, string])[] = [
  ['DATABASE_URL', 'ENCRYPTION_KEY'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['READ_DATABASE_URL', 'DATABASE_URL'],
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['SMTP_TLS_CERT', 'SMTP_TLS_KEY'],
  ['SMTP_TLS_KEY', 'SMTP_TLS_CERT'],
  ...OIDC_NEEDS,
]

const AWS_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const KEY_IN_URL = 'the key and its secret can be in the URL too: ses://KEY:SECRET@region'

export function problemsBetweenSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  // A file that cannot be read has a line of its own.
  const isMissing = (name: string) => given[name] === undefined && given[name + FILE_SUFFIX] === undefined
  const problems = NEEDS.filter(([name, other]) => given[name] !== undefined && isMissing(other)).map(
    ([name, other]) => `${other} is required with ${name}`,
  )
  const missing = needsAwsCredentials(given['MAIL_TRANSPORT'] ?? '') ? AWS_CREDENTIALS.filter(isMissing) : []
  return [
    ...problems,
    ...missing.map((name) => `${name} is required with MAIL_TRANSPORT=ses://region; ${KEY_IN_URL}`),
  ]
}
