import { realpathSync } from 'node:fs'
import path from 'node:path'
import { isInbox } from './platform/config.ts'
import type { Role } from './roles.ts'
import type { Node } from './start.ts'

/**
 * Printed when a node is ready. At a terminal it ends with the set-up link, until there is an account, and with the keys of the first
 * start. Elsewhere somebody keeps the output, so it has neither: the link is a line of the log, and `keys create` makes a key.
 */
export function banner(node: Node, role: Role, { isTerminal }: { isTerminal: boolean }): string {
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
    ...(isTerminal ? [...tryLines(node), ...secretLines(node)] : keylessLines(node)),
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

function keylessLines({ firstStart }: Node): string[] {
  return firstStart
    ? [
        'A first project was created. In the folder of Lettermill, create a key for it with: npx lettermill keys create',
        '',
      ]
    : []
}

/** First requests to try, on a node that answers HTTP. */
function tryLines({ config, firstStart, address }: Node): string[] {
  if (!firstStart) return []
  const created = 'A first project was created.'
  if (address === undefined) return [created, '']
  const { BOOTSTRAP_SECRET_KEY } = config
  return [
    `${created} ${isInbox(config) ? 'Try it' : 'Add the domain that you send from, then send'}, in another terminal:`,
    '',
    `  export KEY=${BOOTSTRAP_SECRET_KEY ? '<secret key>' : firstStart.secretKey}`,
    ...(isInbox(config) ? tryInbox(config.publicUrl) : tryRelay(config.publicUrl)),
    '',
  ]
}

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

const RULE = '─'.repeat(78)

/** The end of the output, one line each, so that nobody has to look for them. */
function secretLines({ config, firstStart, setupToken }: Node): string[] {
  const { BOOTSTRAP_SECRET_KEY, BOOTSTRAP_PUBLIC_KEY, publicUrl } = config
  const lines = [
    ...(setupToken === undefined ? [] : [`  Set-up link ${publicUrl}/setup/${setupToken}`]),
    ...(firstStart === undefined
      ? []
      : [
          `  Secret key  ${BOOTSTRAP_SECRET_KEY ? '(as given in BOOTSTRAP_SECRET_KEY)' : firstStart.secretKey}`,
          `  Public key  ${BOOTSTRAP_PUBLIC_KEY ? '(as given in BOOTSTRAP_PUBLIC_KEY)' : firstStart.publicKey}`,
        ]),
  ]
  if (lines.length === 0) return []
  const notes = [
    ...(setupToken === undefined ? [] : ["The link creates the owner's account, within the next hour."]),
    ...(firstStart === undefined ? [] : ['The keys are shown only once.']),
  ]
  return [RULE, ...lines, RULE, notes.join(' ')]
}
