import { NOT_SENT } from '../../command.ts'
import type { Call, CallCommand, Output } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { field, listCommand, readAll, text } from './listing.ts'
import { TRUTHS } from './input.ts'

export type DnsRecord = {
  purpose: string
  type: string
  name: string
  value: string
  priority?: number
  required: boolean
  status: string
}
export type Domain = { id: string; domain: string; verified: boolean; status: string; records: DnsRecord[] }

/** A domain by its id or its name. */
async function findDomain({ api, word }: Call): Promise<Domain> {
  const given = word('domain')
  if (!given.includes('.')) return api.get(`/domains/${encodeURIComponent(given)}`)
  for await (const one of readAll({ api, path: '/domains', resource: 'domains' })) {
    if (one['domain'] === given.toLowerCase() || one['asciiDomain'] === given.toLowerCase()) {
      return one as unknown as Domain
    }
  }
  throw new CommandFailure(`There is no domain ${given}. Add it with: npx lettermill domains add ${given}`, {
    exitStatus: EXIT.notFound,
  })
}

function showDomain(output: Output, domain: Domain): void {
  if (output.isJson) return output.record(domain)
  output.note(`${domain.domain}: ${domain.status}. The DNS records:`)
  // Values are to be copied, so they are not shortened.
  output.record(domain, () =>
    domain.records
      .map(({ type, name, value, priority, required, status }) =>
        [
          `${type}  ${name}  (${required ? 'required' : 'advised'}, ${status})`,
          `  ${priority === undefined ? '' : `${priority} `}${value}`,
        ].join('\n'),
      )
      .join('\n'),
  )
}

const addDomain: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'domains add',
  summary: 'Add a sender domain, and show its DNS records',
  arguments: [{ name: 'domain', summary: 'Name of the domain' }],
  async run(call) {
    const body = { domain: call.word('domain') }
    const domain = await call.api.change<Domain>({ method: 'POST', path: '/domains', body })
    if (domain !== NOT_SENT) showDomain(call.output, domain)
  },
}

const verifyDomain: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'domains verify',
  summary: 'Check the DNS records of a domain now',
  arguments: [{ name: 'domain', summary: 'Name or id of the domain' }],
  async run(call) {
    const { id } = await findDomain(call)
    const domain = await call.api.change<Domain>({ method: 'POST', path: `/domains/${id}/verify` })
    if (domain === NOT_SENT) return
    showDomain(call.output, domain)
    if (domain.verified) return
    throw new CommandFailure(
      `${domain.domain} is not verified. Set the required records that are missing, wait for DNS, and repeat this.`,
      {
        exitStatus: EXIT.failure,
      },
    )
  },
}

export const DOMAIN_COMMANDS: readonly CallCommand[] = [
  listCommand({
    resource: 'domains',
    path: '/domains',
    columns: [field('id'), field('domain'), field('status'), field('verifiedAt', 'VERIFIED')],
    filters: {
      verified: { ...text('<true|false>', 'Only verified domains, or only others'), choices: TRUTHS },
    },
  }),
  addDomain,
  verifyDomain,
]
