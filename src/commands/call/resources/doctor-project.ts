// Whether email of the project can leave, and its webhooks arrive.
import { NOT_SENT } from '../../command.ts'
import type { Call } from '../../command.ts'
import { ok, problem } from './doctor-check.ts'
import type { Check, CheckFinding } from './doctor-check.ts'
import type { DnsRecord, Domain } from './domains.ts'
import { readAll } from './listing.ts'

type Project = { disabled: boolean; warnings?: unknown[] }

export const checkProject: Check = {
  name: 'project',
  async run({ api }) {
    const { disabled, warnings = [] } = await api.get<Project>('/project')
    if (disabled) {
      const remedy = 'The operator enables it with npx lettermill projects enable <id>.'
      return [problem('project', { detail: 'the project is disabled', remedy })]
    }
    if (warnings.length === 0) return [ok('project', 'no warnings')]
    return warnings.map((warning) =>
      problem('project', {
        result: 'warning',
        detail: textOf(warning),
        remedy: 'See the settings of the project.',
      }),
    )
  },
}

const textOf = (warning: unknown): string =>
  typeof warning === 'string'
    ? warning
    : ((warning as { message?: string } | null)?.message ?? JSON.stringify(warning))

const isMissing = ({ status }: DnsRecord): boolean => status !== 'VERIFIED' && status !== 'OK'

const recordLine = ({ type, name, value, priority }: DnsRecord): string =>
  `${type}  ${name}  ${priority === undefined ? '' : `${priority} `}${value}`

export const checkDomains: Check = {
  name: 'domains',
  async run({ api }) {
    const findings: CheckFinding[] = []
    for await (const one of readAll({ api, path: '/domains', resource: 'domains' })) {
      findings.push(domainFinding(one as unknown as Domain & { warning?: unknown }))
    }
    if (findings.length > 0) return findings
    return [
      problem('domains', {
        result: 'warning',
        detail: 'there is no sender domain',
        remedy:
          'Add one with npx lettermill domains add <domain>. Senders under .test need none while email goes to the built-in inbox.',
      }),
    ]
  },
}

function domainFinding({ domain, verified, records, warning }: Domain & { warning?: unknown }): CheckFinding {
  const check = `domain ${domain}`
  const missing = records.filter((record) => record.required && isMissing(record))
  const again = `then run npx lettermill domains verify ${domain}`
  if (!verified) {
    const remedy = `Set these DNS records, ${again}:\n${missing.map(recordLine).join('\n')}`
    return problem(check, { detail: 'not verified, so nothing is sent from it', remedy })
  }
  if (warning !== null && warning !== undefined) {
    return problem(check, {
      result: 'warning',
      detail: textOf(warning),
      remedy: `Look at its DNS records, ${again}.\n${missing.map(recordLine).join('\n')}`.trimEnd(),
    })
  }
  const advised = records.filter((record) => !record.required && isMissing(record))
  if (advised.length === 0) return ok(check, 'verified')
  const names = advised.map(({ purpose }) => purpose).join(', ')
  return problem(check, {
    result: 'warning',
    detail: `verified, but without advised records: ${names}`,
    remedy: `Set these DNS records:\n${advised.map(recordLine).join('\n')}`,
  })
}

type Transport = { id: string; name: string; enabled?: boolean }
type TestResult = { ok: boolean; message: string; reply?: unknown }

export const checkTransports: Check = {
  name: 'transports',
  async run(call) {
    const findings: CheckFinding[] = []
    for await (const one of readAll({ api: call.api, path: '/transports', resource: 'transports' })) {
      const transport = one as unknown as Transport
      if (transport.enabled !== false) findings.push(await testTransport(call, transport))
    }
    return findings.length > 0
      ? findings
      : [ok('transports', 'email goes through the transport of the server')]
  },
}

/** It connects and signs in, and sends nothing. */
async function testTransport({ api }: Call, { id, name }: Transport): Promise<CheckFinding> {
  const check = `transport ${name}`
  const result = await api.change<TestResult>({ method: 'POST', path: `/transports/${id}/test` })
  if (result === NOT_SENT || result.ok) return ok(check, 'it accepts email')
  return problem(check, {
    detail: result.message,
    remedy: 'Check its settings: PATCH /transports/{id}, or the dashboard.',
  })
}

type Webhook = { id: string; url: string; enabled: boolean; disabledReason: string | null }

export const checkWebhooks: Check = {
  name: 'webhooks',
  async run(call) {
    const findings: CheckFinding[] = []
    for await (const one of readAll({ api: call.api, path: '/webhooks', resource: 'webhooks' })) {
      findings.push(await webhookFinding(call, one as unknown as Webhook))
    }
    return findings.length > 0 ? findings : [ok('webhooks', 'there are none')]
  },
}

async function webhookFinding(
  { api }: Call,
  { id, url, enabled, disabledReason }: Webhook,
): Promise<CheckFinding> {
  const check = `webhook ${url}`
  if (disabledReason !== null) {
    const remedy = `Repair the receiver, then switch it on: PATCH /webhooks/${id} with {"enabled": true}.`
    return problem(check, { detail: `switched off: ${disabledReason}`, remedy })
  }
  if (!enabled) return ok(check, 'off')
  const path = `/webhooks/${id}/deliveries`
  const { deliveries } = await api.get<{
    deliveries: { status: string; attempts: number; lastStatus: number | null }[]
  }>(path, { limit: '1' })
  const [last] = deliveries
  if (!last || last.status === 'DELIVERED' || last.attempts === 0) return ok(check, 'it answers')
  return problem(check, {
    detail: `the last delivery failed (${last.lastStatus ?? 'no answer'})`,
    remedy: `Look at GET ${path}, and try POST /webhooks/${id}/test.`,
  })
}
