// The header by which the provider of the transport returns our signed reference with its reports.
import type { Deps } from '../../../platform/deps.ts'
import { metadataHeaders } from '../../../platform/email/feedback/providers/provider-metadata.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import type { TransportTraits } from '../transports/transport-traits.ts'

type EmailIds = Pick<EmailToCompose, 'project_id' | 'id'>

export function createProviderHeaders(
  { secrets }: Pick<Deps, 'secrets'>,
  { provider }: Pick<TransportTraits, 'provider'>,
): (email: EmailIds) => [string, string][] {
  if (provider === undefined) return () => []
  const tokens = createLinkTokens(secrets)
  return ({ project_id: projectId, id }) =>
    metadataHeaders(provider, tokens.make('report', { ids: [projectId, id] })).map(([name, value]) => [
      name,
      value,
    ])
}
