// Settings that need each other, part of config.ts.
import { OIDC_NEEDS } from './access/oidc-settings.ts'
import { needsStoreCredentials } from './objects/object-store-url.ts'
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

/** The settings that take their credentials from those of AWS, unless their URL has them. */
const USERS_OF_AWS = [
  {
    name: 'MAIL_TRANSPORT',
    form: 'ses://region',
    inUrl: 'ses://KEY:SECRET@region',
    needs: needsAwsCredentials,
  },
  {
    name: 'OBJECT_STORE',
    form: 's3://bucket',
    inUrl: 's3://KEY:SECRET@bucket',
    needs: needsStoreCredentials,
  },
]

export function problemsBetweenSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  // A file that cannot be read has a line of its own.
  const isMissing = (name: string) => given[name] === undefined && given[name + FILE_SUFFIX] === undefined
  const problems = NEEDS.filter(([name, other]) => given[name] !== undefined && isMissing(other)).map(
    ([name, other]) => `${other} is required with ${name}`,
  )
  const missing = USERS_OF_AWS.flatMap(({ name, form, inUrl, needs }) =>
    (needs(given[name] ?? '') ? AWS_CREDENTIALS.filter(isMissing) : []).map(
      (key) =>
        `${key} is required with ${name}=${form}; the key and its secret can be in the URL too: ${inUrl}`,
    ),
  )
  return [...problems, ...missing]
}
