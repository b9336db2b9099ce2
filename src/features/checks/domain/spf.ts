import type { Hosts, RecordFinding, SpfWalk } from '../../domains/index.ts'
import { MOST_SPF_LOOKUPS, spfRecordOf } from '../../domains/index.ts'
import { advise, failed, good, notApplicable, publish, quote, unknown, warning } from '../check-finding.ts'
import type { Remedy, Verdict } from '../check-finding.ts'

type SpfAnswer = { name: string; hosts: Hosts; finding: RecordFinding; walk?: SpfWalk | undefined }

// A provider adds a name to its record now and then: from here on that can break ours.
const MANY_LOOKUPS = 9

// A longer record needs several strings, and more than this does not fit into one UDP answer of DNS.
const LONGEST_FLAT = 450

/** The SPF record at the return path, which receivers look up. */
export function judgeSpf({ name, hosts, finding, walk }: SpfAnswer): Verdict {
  if (hosts.relays.length === 0) {
    return notApplicable(
      `${hosts.replacedBy.join(' and ')} sends with a return path of its own, so receivers check its SPF record.`,
    )
  }
  const record = publish('Publish this record.', { name, value: spfRecordOf(hosts) })
  switch (finding.status) {
    case 'unknown':
      return unknown(reasonOf(finding))
    case 'missing':
      return failed(`There is no SPF record at ${name}.${hint(finding.detail)}`, record)
    case 'mismatch':
      return failed(finding.detail ?? 'The SPF record is wrong.', flatRemedy(name, walk) ?? record)
    case 'ok':
      return judgeCost({ name, finding, walk })
  }
}

const hint = (detail: string | null) => (detail === null ? '' : ` ${detail}`)

/** The reason without the words that the verdict adds. */
const reasonOf = ({ detail }: RecordFinding) =>
  (detail ?? 'DNS did not answer').replace(/^Could not be checked: /, '').replace(/\.$/, '')

function judgeCost({ name, finding, walk }: Pick<SpfAnswer, 'name' | 'finding' | 'walk'>): Verdict {
  const found = `The SPF record at ${name} allows the servers that send: ${quote(finding.found[0] ?? '')}`
  const lookups = walk?.lookups ?? 0
  const voids = walk?.voids ?? 0
  const networks = walk?.networks.length ?? 0
  const cost = `It needs ${lookups} of at most ${MOST_SPF_LOOKUPS} look-ups, ${voids} of them for names that do not exist, and allows ${networks} ${networks === 1 ? 'network' : 'networks'}.`
  if (lookups >= MANY_LOOKUPS || voids > 0) {
    return warning(`${found}. ${cost}`, flatRemedy(name, walk) ?? FEWER_NAMES)
  }
  return good(`${found}. ${cost}`)
}

const FEWER_NAMES = advise(
  'Take includes of services that no longer send for the domain, and names that do not exist, out of the record.',
)

/** The networks of the record without its look-ups, if they are known and fit into one. */
function flatRemedy(name: string, walk: SpfWalk | undefined): Remedy | null {
  if (!walk || walk.unanswered !== null || walk.problems.length > 0) return null
  if (walk.lookups < MANY_LOOKUPS && walk.voids === 0) return null
  if (walk.names.some((one) => one.includes('%'))) return null
  const value = ['v=spf1', ...new Set(walk.networks), '~all'].join(' ')
  if (walk.networks.length === 0 || value.length > LONGEST_FLAT) return null
  return publish(
    'Remove includes of services that no longer send for the domain. Or publish this record, which has the same networks without look-ups: then it must be renewed when a provider changes its servers.',
    { name, value },
  )
}
