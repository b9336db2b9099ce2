// How the control group of a project did against all others.
import type { z } from 'zod'
import type { Db } from '../../../platform/db/client.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { UNIT_MS } from '../../filters/filter-dates.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { dataPathOf } from '../../filters/language/event-data.schema.ts'
import { findProject } from '../../projects/index.ts'
import { compareGroups, groupFigures } from './compare-groups.ts'
import { isInControlGroup } from './control-group.ts'
import { countControlGroup, findAddress } from './control-group.queries.ts'
import type { GroupCounts } from './control-group.queries.ts'
import type {
  ControlGroupMembership,
  ControlGroupReport,
  ControlGroupReportQuery,
} from './control-group.schema.ts'

type ReportInput = {
  projectId: ProjectId
  query: z.output<typeof ControlGroupReportQuery>
  filters: Filters
  /** Addresses of test recipients, which are in neither group. */
  isTestRecipient: (email: string) => boolean
  testAddresses: string
  signal: AbortSignal
  now: Date
}

const USUAL_DAYS = 90
// The events of a year; more would take longer than a request may.
const MOST_DAYS = 366

/** @throws AppError if there is no control group, or the times are not those of one */
export async function reportControlGroup(
  db: Db,
  { projectId, query, filters, testAddresses, signal, now }: Omit<ReportInput, 'isTestRecipient'>,
): Promise<z.input<typeof ControlGroupReport>> {
  const project = await findProject(db, { projectId })
  const { control_percent: percent = 0, control_since: since = null } = project ?? {}
  if (percent === 0 || since === null) {
    throw new AppError('INVALID_STATE', {
      message: 'The project has no control group.',
      suggestion:
        'Set one with PATCH /project {"controlGroup": {"percent": 5}}, and come back in some weeks.',
    })
  }
  const { from, to } = timesOf(query, { since, now })
  const { event, value } = query
  const valuePath = value === undefined ? null : (dataPathOf(value) ?? null)
  const run = (trx: Parameters<typeof countControlGroup>[0]) =>
    countControlGroup(trx, { projectId, percent, event, from, to, valuePath, testAddresses })
  const counts = await filters.run(db, { projectId, run, signal })
  const groupOf = (isMember: boolean) =>
    toGroup(
      counts.find((one) => one.isMember === isMember),
      valuePath !== null,
    )
  const [heldBack, others] = [groupOf(true), groupOf(false)]
  return {
    event,
    from: from.toISOString(),
    to: to.toISOString(),
    percent,
    heldBack: groupFigures(heldBack),
    others: groupFigures(others),
    ...compareGroups({ heldBack, others, percent, isOver: true, reading: 'anyDay' }),
  }
}

const toGroup = (counts: GroupCounts | undefined, hasValue: boolean) => ({
  people: counts?.people ?? 0,
  conversions: counts?.conversions ?? 0,
  value: hasValue ? (counts?.value ?? 0) : null,
})

/** @throws AppError with the field that is wrong */
function timesOf(
  { from: givenFrom, to: givenTo }: ReportInput['query'],
  { since, now }: { since: Date; now: Date },
): { from: Date; to: Date } {
  const usual = new Date(now.getTime() - USUAL_DAYS * UNIT_MS.days)
  const [from, to] = [givenFrom ?? (since > usual ? since : usual), givenTo ?? now]
  const refuse = (field: 'from' | 'to', message: string) =>
    invalidFields({ field, message, code: 'invalid_date' })
  if (from < since) {
    throw refuse('from', `must not be before ${since.toISOString()}: since then the group has its size`)
  }
  if (to > now) throw refuse('to', `must not be in the future: it is ${now.toISOString()} now`)
  if (from > to) throw refuse('from', 'must not be after `to`')
  if (to.getTime() - from.getTime() > MOST_DAYS * UNIT_MS.days) {
    throw refuse('from', `must be at most ${MOST_DAYS} days before \`to\``)
  }
  return { from, to }
}

type MembershipQuery = Pick<ReportInput, 'projectId' | 'isTestRecipient'> & { contactId: ContactId }

/** @throws AppError CONTACT_NOT_FOUND */
export async function readMembership(
  db: Db,
  { projectId, contactId, isTestRecipient }: MembershipQuery,
): Promise<z.input<typeof ControlGroupMembership>> {
  const email = await findAddress(db, { projectId, contactId })
  if (email === undefined) throw new AppError('CONTACT_NOT_FOUND')
  const percent = (await findProject(db, { projectId }))?.control_percent ?? 0
  const isMember = !isTestRecipient(email) && isInControlGroup({ projectId, contactId, percent })
  return { contactId, isMember, percent }
}
