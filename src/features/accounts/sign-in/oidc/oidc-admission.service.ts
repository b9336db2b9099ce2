// Decides who may sign in with the OpenID Connect provider: people with an account, and people with an open invitation, which
// the sign-in accepts. The provider must have verified their address.
import { domainOfAddress } from '../../../../platform/addresses/email-address.ts'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { UserId } from '../../../../platform/ids.ts'
import { acceptOpenInvitations, hasOpenInvitation } from '../../members/invitations.service.ts'
import { findUserByCredential, findUserByEmail, hasCredential } from '../../users.queries.ts'
import type { UserRow } from '../../users.queries.ts'
import { createUser, verifyAddress } from '../../users.service.ts'
import { OIDC_PROVIDER_ID, subjectOf } from './oidc-identity.ts'
import type { Claims } from './oidc-provider.schema.ts'
import type { OidcRefusal } from './oidc.schema.ts'

const LONGEST_NAME = 100

export class NotAdmitted extends Error {
  readonly reason: OidcRefusal
  constructor(reason: OidcRefusal) {
    super(`the person is not admitted: ${reason}`)
    this.reason = reason
  }
}

type Parts = {
  db: Db
  /** Begins the transaction of the sign-in, after the checks. */
  begin: () => Promise<Trx>
  domains: readonly string[] | undefined
  now: Date
  /** Called if the account was unverified, and has lost its password therefore (verifyAddress). */
  onVerified: (userId: UserId) => void
}

/**
 * Ensures that the person has an account that only they can open, and accepts their invitations.
 * @returns the address of the account
 * @throws NotAdmitted
 */
export async function admit(claims: Claims, { db, begin, domains, now, onVerified }: Parts): Promise<string> {
  const email = claims.email?.toLowerCase()
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  if (email === undefined || !isVerified) throw new NotAdmitted('unverified')
  if (domains && !domains.includes(domainOfAddress(email))) throw new NotAdmitted('domain')
  const user = await findPerson(db, { claims, email })
  if (!user && !(await hasOpenInvitation(db, { email, now }))) throw new NotAdmitted('unknown')
  const trx = await begin()
  const name = claims.name?.trim().slice(0, LONGEST_NAME) || email.slice(0, email.indexOf('@'))
  const admitted =
    user ?? (await createUser(trx, { email, name, isOperator: false, isAddressVerified: true, now }))
  if (await verifyAddress(trx, { userId: admitted.id, now })) onVerified(admitted.id)
  await acceptOpenInvitations(trx, { email, userId: admitted.id, now })
  return admitted.email
}

/** By the provider's subject, which never changes, else by address. */
async function findPerson(
  db: Db,
  { claims, email }: { claims: Claims; email: string },
): Promise<UserRow | undefined> {
  const linked = await findUserByCredential(db, {
    providerId: OIDC_PROVIDER_ID,
    accountId: subjectOf(claims),
  })
  if (linked) return linked
  const user = await findUserByEmail(db, { email })
  // The address belonged to another person before: it must not open their account.
  if (user && (await hasCredential(db, { userId: user.id, providerId: OIDC_PROVIDER_ID }))) {
    throw new NotAdmitted('linked')
  }
  return user
}
