// People who are signed in, for tests: made by the services of the accounts feature, signed in through the API.
import { insertMembers } from '../../src/features/accounts/members/members.queries.ts'
import { hashPassword } from '../../src/features/accounts/sign-in/passwords.ts'
import { createUser } from '../../src/features/accounts/users.service.ts'
import { inTransaction } from '../../src/platform/db/client.ts'
import type { ProjectId, UserId } from '../../src/platform/ids.ts'
import type { Role } from '../../src/platform/access/member-role.values.ts'
import { newAddress } from './factories.ts'
import type { CallOptions, Reply } from './requests.ts'
import { call } from './requests.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'correct horse battery staple'
export const ORIGIN = 'http://localhost:3000'

export type Person = { id: UserId; email: string; cookie: string; projectId: ProjectId }

type NewPerson = { role?: Role | undefined; projectId?: ProjectId; isOperator?: boolean; email?: string }

let hashed: Promise<string> | undefined

/** An account; with a role, a member of the project. */
export async function buildUser(
  { deps, clock, project }: TestApp,
  { role, projectId = project.projectId, isOperator = false, email = newAddress() }: NewPerson = {},
): Promise<{ id: UserId; email: string; projectId: ProjectId }> {
  const now = clock.now()
  hashed ??= hashPassword(PASSWORD)
  const passwordHash = await hashed
  const user = await inTransaction(deps.database.db, async (trx) => {
    const person = { email, name: 'Ada', passwordHash, isOperator, isAddressVerified: isOperator }
    const created = await createUser(trx, { ...person, now })
    if (role) {
      await insertMembers(trx, [{ project_id: projectId, user_id: created.id, role, created_at: now }])
    }
    return created
  })
  return { id: user.id, email: user.email, projectId }
}

/** A user who is signed in. */
export async function buildPerson(test: TestApp, given: NewPerson = {}): Promise<Person> {
  const user = await buildUser(test, given)
  const reply = await signIn(test, user.email)
  if (reply.statusCode !== 200) throw new Error(`not signed in: ${reply.body}`)
  return { ...user, cookie: cookiesOf(reply) }
}

type SignInOptions = { password?: string; headers?: Record<string, string> }

export const signIn = (
  test: TestApp,
  email: string,
  { password = PASSWORD, headers = {} }: SignInOptions = {},
): Promise<Reply> =>
  call(test, ['POST', '/auth/sign-in/email'], {
    key: null,
    body: { email, password },
    headers: { origin: ORIGIN, ...headers },
  })

/** The cookies of a reply, as a browser would send them back. */
export const cookiesOf = (reply: Reply): string =>
  reply.cookies
    .filter(({ value, maxAge }) => value !== '' && maxAge !== 0)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')

type As = { cookie: string; projectId?: ProjectId }

/** Calls the app as a page of the dashboard would, signed in. */
export const callAs = (
  test: TestApp,
  { cookie, projectId }: As,
  [method, url, options = {}]: [Parameters<typeof call>[1][0], string, CallOptions?],
): Promise<Reply> =>
  call(test, [method, url], {
    key: null,
    ...options,
    headers: {
      cookie,
      origin: ORIGIN,
      ...(projectId !== undefined && { 'lettermill-project': projectId }),
      ...options.headers,
    },
  })
