// One node and one browser for the dashboard tests of a process: test files share it (vitest.config.ts), and each takes seconds to
// start. Every file has a project of its own on it, whose owner sees nothing of the others.
import type { Browser } from 'playwright-core'
import { insertMembers } from '../../../src/features/accounts/members/members.queries.ts'
import { hashPassword } from '../../../src/features/accounts/sign-in/passwords.ts'
import { createUser } from '../../../src/features/accounts/users.service.ts'
import { createProject } from '../../../src/features/projects/index.ts'
import { inTransaction, openDatabase } from '../../../src/platform/db/client.ts'
import type { Db } from '../../../src/platform/db/client.ts'
import { createLog } from '../../../src/platform/log/log.ts'
import { openSharedDatabase } from '../database/shared-database.ts'
import type { SharedDatabase } from '../database/shared-database.ts'
import { startLastingNode } from '../node-process.ts'
import type { ReadyNode } from '../node-process.ts'
import { startDnsServer } from '../servers/dns-server.ts'
import type { DnsServer } from '../servers/dns-server.ts'
import { CLIENT, startOidcServer } from '../servers/oidc-server.ts'
import type { OidcServer } from '../servers/oidc-server.ts'
import { LOOPBACK_ALLOWED } from '../webhooks.ts'
import { openBrowser } from './browser.ts'

export type SharedNode = {
  node: ReadyNode
  database: SharedDatabase
  db: Db
  /** The DNS server that the node asks. */
  dns: DnsServer
  /** Signs people in, as "Staff login". */
  provider: OidcServer
}

let node: Promise<SharedNode> | undefined
let browser: Promise<Browser> | undefined

/** The caller rests it after its last test. */
export async function useSharedNode(): Promise<SharedNode> {
  const shared = await (node ??= startSharedNode())
  shared.node.signal('SIGCONT')
  return shared
}

/** Stops its process until the next file uses it: a node that only looks for work takes a twentieth of a core. */
export async function restSharedNode(): Promise<void> {
  const shared = await node
  shared?.node.signal('SIGSTOP')
}

export const useSharedBrowser = (): Promise<Browser> => (browser ??= startSharedBrowser())

async function startSharedNode(): Promise<SharedNode> {
  const [database, dns, provider] = await Promise.all([
    openSharedDatabase(),
    startDnsServer(),
    startOidcServer(),
  ])
  const started = await startLastingNode({
    ...database.settings,
    ...LOOPBACK_ALLOWED,
    DNS_SERVERS: dns.address,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Staff login',
    SEND_RATE_PER_SECOND: '0',
  })
  endWithWorker(() => started.kill())
  const { db } = openDatabase({
    urls: [database.settings['DATABASE_URL'] ?? ''],
    poolSize: 1,
    log: createLog('warn'),
  })
  return { node: started, database, db, dns, provider }
}

/** Emails are shown in sandboxed frames, and each would have a process of its own, which takes longer to start than to draw. */
const FRAMES_WITH_PAGE = '--disable-site-isolation-trials'

async function startSharedBrowser(): Promise<Browser> {
  const started = await openBrowser([FRAMES_WITH_PAGE])
  endWithWorker(() => started.close())
  return started
}

const ends: (() => Promise<unknown>)[] = []

/** Vitest ends a worker by a signal, upon which Node would leave its children behind. */
function endWithWorker(end: () => Promise<unknown>): void {
  ends.push(end)
  if (ends.length > 1) return
  process.once('SIGTERM', () => {
    void Promise.allSettled(ends.map((one) => one())).then(() => process.kill(process.pid, 'SIGTERM'))
  })
}

export type Owner = { email: string; password: string; name: string }

let hashed: Promise<string> | undefined

/** A new project and a person who owns it, who may also see the settings of the instance. */
export async function buildOwnedProject(
  db: Db,
  { email, name, password }: Owner,
): Promise<{ projectId: string; secretKey: string }> {
  const now = new Date()
  const passwordHash = await (hashed ??= hashPassword(password))
  return inTransaction(db, async (trx) => {
    const { row, secretKey } = await createProject(trx, { name: 'My project', now })
    const user = await createUser(trx, {
      email,
      name,
      passwordHash,
      isOperator: true,
      isAddressVerified: true,
      now,
    })
    await insertMembers(trx, [{ project_id: row.id, user_id: user.id, role: 'owner', created_at: now }])
    return { projectId: row.id, secretKey }
  })
}
