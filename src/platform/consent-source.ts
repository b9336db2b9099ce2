import { networkOf } from './addresses/ip-network.ts'
import type { CONSENT_SOURCES } from './consent-source.values.ts'
import type { ProjectId } from './ids.ts'
import type { Secrets } from './secrets/secrets.ts'

/** The cause of a change of a subscription or a choice of topics. */
export type ConsentSource = {
  kind: (typeof CONSENT_SOURCES)[number]
  /** The form, key, import, member or workflow, or the email with the link or the report. */
  id: string | null
  /** The words that the person agreed to. */
  text?: string | undefined
  /** The address of the person on the network, before it is hashed. */
  network?: string | undefined
}

/** The key or the member that calls the API. */
export type CallerSource = { kind: 'api_key' | 'member'; id: string | null }

/** A source as the consent ledger records it. */
export type LedgerSource = Omit<ConsentSource, 'network'> & { network?: NetworkHash | undefined }

/** In hex. */
type NetworkHash = string & { readonly networkHash: unique symbol }

// 128 bits are enough to tell networks and addresses apart.
const HASH_BYTES = 16

/** The network becomes a keyed hash, which differs by project: nobody can be followed from one to another. */
export function toLedgerSource(
  secrets: Secrets,
  { projectId, source }: { projectId: ProjectId; source: ConsentSource },
): LedgerSource {
  const { network, ...rest } = source
  if (network === undefined) return rest
  const hash = secrets.of(projectId).sign('consent network', [projectId, networkOf(network)], HASH_BYTES)
  return { ...rest, network: hash.toString('hex') as NetworkHash }
}

/** The ledger of a deleted contact is kept under this. */
export const hashAddress = (
  secrets: Secrets,
  { projectId, email }: { projectId: ProjectId; email: string },
): Buffer => secrets.of(projectId).sign('consent address', [projectId, email], HASH_BYTES)
