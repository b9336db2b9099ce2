// Replays the last 30 days of a project under other limits. It looks at some thousand contacts, so that it takes about a second
// at any size.
import type { z } from 'zod'
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { capWarnings } from '../../../platform/schemas/frequency-cap.schema.ts'
import { countContacts } from '../../contacts/index.ts'
import { findProject, limitsOf } from '../../projects/index.ts'
import type { SendingLimits } from '../../projects/index.ts'
import { dueAt } from '../queue/retry-schedule.ts'
import { ENDS, replay } from './caps-preview.ts'
import type { End } from './caps-preview.ts'
import { listPastEmails } from './caps-preview.queries.ts'
import type { PastEmailRow } from './caps-preview.queries.ts'
import type { CapsPreview, CapsPreviewSettings } from './caps-preview.schema.ts'

const DAY_MS = 86_400_000
const PREVIEW_DAYS = 30

// With this many, shares are exact to two per cent.
const MOST_CONTACTS = 2_000

// About a millisecond.
const EMAILS_PER_STEP = 100

type PreviewInput = { projectId: ProjectId; input: z.infer<typeof CapsPreviewSettings>; now: Date }

export async function previewCaps(
  db: Db | Trx,
  { projectId, input, now }: PreviewInput,
): Promise<z.input<typeof CapsPreview>> {
  const project = await findProject(db, { projectId })
  if (!project) throw new AppError('RESOURCE_NOT_FOUND')
  const limits = withInput(limitsOf(project), input)
  const total = await countContacts(db, { projectId, filter: {} })
  const share = Math.min(1, MOST_CONTACTS / Math.max(1, total))
  const from = new Date(now.getTime() - PREVIEW_DAYS * DAY_MS)
  // Emails before it count for the cap at its beginning.
  const since = new Date(from.getTime() - (limits.frequencyCap?.days ?? 0) * DAY_MS)
  const rows = await listPastEmails(db, { projectId, share, since })
  const counts = await countEnds(rows, { projectId, limits: { ...limits, timezone: project.timezone }, from })
  const [sentAtOnce, cap, quietHours, dropped] = ENDS.map((end) => Math.round((counts.get(end) ?? 0) / share))
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    ...limits,
    warnings: capWarnings(limits),
    emails: sum([sentAtOnce, cap, quietHours, dropped]),
    sentAtOnce: sentAtOnce ?? 0,
    held: { cap: cap ?? 0, quietHours: quietHours ?? 0 },
    dropped: dropped ?? 0,
    contacts: Math.round(total * share),
    isSampled: share < 1,
  }
}

const sum = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0)

function withInput(
  current: SendingLimits,
  { frequencyCap, quietHours, holdAtMostHours }: z.infer<typeof CapsPreviewSettings>,
): SendingLimits {
  const givenHours = quietHours && { ...quietHours, weekdays: quietHours.weekdays ?? null }
  return {
    frequencyCap: frequencyCap === undefined ? current.frequencyCap : frequencyCap,
    quietHours: givenHours === undefined ? current.quietHours : givenHours,
    holdAtMostHours: holdAtMostHours ?? current.holdAtMostHours,
  }
}

type Replay = { projectId: ProjectId; limits: Parameters<typeof replay>[0]['limits']; from: Date }

async function countEnds(
  rows: readonly PastEmailRow[],
  { projectId, limits, from }: Replay,
): Promise<Map<End, number>> {
  const counts = new Map<End, number>()
  let left = EMAILS_PER_STEP
  for (const [, theirs] of Map.groupBy(rows, ({ contactId }) => contactId)) {
    const emails = theirs.map((row) => ({ id: row.id, at: (row.sentAt ?? dueAt(row)).getTime() }))
    const ends = replay({ emails, data: { timezone: theirs[0]?.timezone }, limits })
    for (const { id, at } of emails) {
      const end = ends.get(id)
      if (end && at >= from.getTime()) counts.set(end, (counts.get(end) ?? 0) + 1)
    }
    left -= emails.length
    if (left <= 0) {
      await heavyTurn(projectId)
      left = EMAILS_PER_STEP
    }
  }
  return counts
}
