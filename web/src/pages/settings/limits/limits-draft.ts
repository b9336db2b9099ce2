// The sending limits as they are typed. Limits that are switched off keep their values, so that they are there again.
import type { z } from 'zod'
import { ProjectPatch } from '../../../../../src/features/projects/projects.schema.ts'
import type { Weekday } from '../../../../../src/platform/time/local-times.schema.ts'
import type { Project } from '../../../api/project/project.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { limitTexts as texts } from './limits.texts.ts'

export type LimitsDraft = {
  hasCap: boolean
  emails: string
  days: string
  holdAtMostHours: string
  isQuiet: boolean
  from: string
  to: string
  weekdays: Weekday[]
  timezone: 'contact' | 'project'
}

type Limits = Pick<Project, 'frequencyCap' | 'quietHours' | 'holdAtMostHours'>

const LimitsPatch = ProjectPatch.pick({ frequencyCap: true, quietHours: true, holdAtMostHours: true })
export type LimitsPatch = z.input<typeof LimitsPatch>

const USUAL_CAP = { emails: 3, days: 7 }
const USUAL_HOURS = { from: '21:00', to: '08:00', weekdays: null, timezone: 'contact' } as const

export function draftOf({ frequencyCap, quietHours, holdAtMostHours }: Limits): LimitsDraft {
  const { emails, days } = frequencyCap ?? USUAL_CAP
  const { from, to, weekdays, timezone } = quietHours ?? USUAL_HOURS
  return {
    hasCap: frequencyCap !== null,
    emails: String(emails),
    days: String(days),
    holdAtMostHours: String(holdAtMostHours),
    isQuiet: quietHours !== null,
    from,
    to,
    weekdays: [...(weekdays ?? [])],
    timezone,
  }
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** The settings of the API. Days that are not chosen mean every day. */
export const limitsOf = (draft: LimitsDraft): LimitsPatch => ({
  frequencyCap: draft.hasCap ? { emails: numberOf(draft.emails), days: numberOf(draft.days) } : null,
  quietHours: draft.isQuiet
    ? {
        from: draft.from,
        to: draft.to,
        weekdays: draft.weekdays.length === 0 ? null : draft.weekdays,
        timezone: draft.timezone,
      }
    : null,
  holdAtMostHours: numberOf(draft.holdAtMostHours),
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Only what differs: somebody else may be changing the rest. */
export function changesFrom(saved: Limits, draft: LimitsDraft): LimitsPatch {
  const before = limitsOf(draftOf(saved))
  const entries = Object.entries(limitsOf(draft)) as [keyof LimitsPatch, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(value, before[name])))
}

/** Messages by the path of the field, such as 'frequencyCap.emails'. */
export function problemsOf(draft: LimitsDraft): Record<string, string> {
  const issues = LimitsPatch.safeParse(limitsOf(draft)).error?.issues ?? []
  return Object.fromEntries(
    issues.map(({ path, code, message }) => [
      path.join('.'),
      code === 'invalid_type' ? texts.notANumber : sentence(message),
    ]),
  )
}
