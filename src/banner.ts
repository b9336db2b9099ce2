import { realpathSync } from 'node:fs'
import path from 'node:path'
import { isInbox } from './platform/config.ts'
import type { Config } from './platform/config.ts'
import type { Role } from './roles.ts'
import type { Node } from './start.ts'

/**
 * Printed when a node is ready. It contains the keys once, at the first start on an empty database, and the set-up link until
 * there is an account.
 */
export function banner(node: Node, role: Role): string {
  const { config } = node
  const { publicUrl } = config
  const lines = [`Lettermill ${config.version} is ready (role: ${role}).`, '']
  if (node.address !== undefined) {
    lines.push(
      `  Listening   ${node.address}`,
      `  Dashboard   ${publicUrl}/`,
      `  API docs    ${publicUrl}/docs`,
    )
  }
  return [
    ...lines,
    ...databaseLines(node),
    '',
    ...warningLines(node),
    ...firstStartLines(node),
    ...setupLines(node),
  ].join('\n')
}

/** Shows the real place of the data, so that operators do not back up a folder without a database. */
function databaseLines({ config, cluster }: Node): string[] {
  if (cluster === undefined) return ['  Database    DATABASE_URL']
  const dataDir = realpathSync(config.DATA_DIR)
  const lines = [`  Database    embedded PostgreSQL in ${cluster}`, `  Data folder ${dataDir}`]
  if (cluster.startsWith(`${dataDir}${path.sep}`)) return lines
  return [
    ...lines,
    '              PostgreSQL does not run as root, and its user cannot enter this folder.',
    '              A copy of the data folder has no database in it. In the folder of Lettermill, use: npx lettermill backup FILE',
  ]
}

const warningLines = ({ warning }: Node): string[] =>
  warning === undefined ? [] : [`Warning: ${warning}`, '']

function firstStartLines({ config, firstStart, address }: Node): string[] {
  if (!firstStart) return []
  const { BOOTSTRAP_SECRET_KEY, BOOTSTRAP_PUBLIC_KEY } = config
  const secretKey = BOOTSTRAP_SECRET_KEY ? '(as given in BOOTSTRAP_SECRET_KEY)' : firstStart.secretKey
  const publicKey = BOOTSTRAP_PUBLIC_KEY ? '(as given in BOOTSTRAP_PUBLIC_KEY)' : firstStart.publicKey
  return [
    'A first project was created. Its keys are shown only once:',
    '',
    `  Secret key  ${secretKey}`,
    `  Public key  ${publicKey}`,
    '',
    ...(address === undefined ? [] : tryLines(config, BOOTSTRAP_SECRET_KEY ? '<secret key>' : secretKey)),
  ]
}

/** First requests to try, on a node that answers HTTP. */
const tryLines = (config: Config, secretKey: string): string[] => [
  isInbox(config) ? 'Try it:' : 'Add the domain that you send from, then send:',
  '',
  `  export KEY=${secretKey}`,
  ...(isInbox(config) ? tryInbox(config.publicUrl) : tryRelay(config.publicUrl)),
  '',
]

const POST = '-H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\'

/** With the inbox, senders under .test need no domain. */
const tryInbox = (publicUrl: string): string[] => [
  `  curl ${publicUrl}/v1/send ${POST}`,
  `    -d '{"to":"ada@example.com","from":"me@shop.test","subject":"Hello","body":"<h1>It works</h1>"}'`,
  `  curl ${publicUrl}/emails -H "Authorization: Bearer $KEY"`,
]

/** A relay sends real emails, from verified domains. */
const tryRelay = (publicUrl: string): string[] => [
  `  curl ${publicUrl}/domains ${POST}`,
  `    -d '{"domain":"example.com"}'        # your own; publish the DNS records of the response`,
  `  curl -X POST ${publicUrl}/domains/<id of the response>/verify -H "Authorization: Bearer $KEY"`,
  `  curl ${publicUrl}/v1/send ${POST}`,
  `    -d '{"to":"you@example.com","from":"me@example.com","subject":"Hello","body":"<h1>It works</h1>"}'`,
]

function setupLines({ config, setupToken }: Node): string[] {
  if (setupToken === undefined) return []
  return [
    "Create the owner's account here, within the next hour:",
    '',
    `  ${config.publicUrl}/setup/${setupToken}`,
    '',
  ]
}
