import { hostOfUrl } from '../../../platform/addresses/url-host.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { SesServer } from '../../../platform/email/ses/ses-client.ts'
import { sesEndpoint } from '../../../platform/email/ses/ses-url.ts'
import type { HostGuard } from '../../../platform/outgoing/host-guard.ts'
import { TRANSPORT_RECORD } from '../../../platform/email/smtp/connection-problem.ts'
import { findAllowedAddresses } from '../allowed-addresses.ts'
import { openSecrets } from '../transport-secrets.ts'
import type { TransportOf } from '../transports.queries.ts'

export type SesServerTools = Pick<Deps, 'secrets'> & { guard: HostGuard }

/** The account of a transport. An endpoint that its owner chose is resolved and checked at every connection. */
export function sesServerOf(row: TransportOf<'ses'>, { secrets, guard }: SesServerTools): SesServer {
  const { region, accessKeyId, configurationSet, endpoint: given } = row.settings
  const endpoint = sesEndpoint(region, given)
  const host = hostOfUrl(endpoint)
  const opened =
    row.secrets && openSecrets(secrets, { projectId: row.project_id, transportId: row.id }, row.secrets)
  const secretAccessKey = opened && 'secretAccessKey' in opened ? opened.secretAccessKey : ''
  return {
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey },
    configurationSet: configurationSet ?? undefined,
    ...(given !== null && { findAddresses: () => findAllowedAddresses(guard, host) }),
    settingsIn: TRANSPORT_RECORD.name,
  }
}
