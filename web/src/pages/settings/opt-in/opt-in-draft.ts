// Double opt-in as it is typed.
import type { z } from 'zod'
import { DoubleOptInPatch } from '../../../../../src/features/projects/double-opt-in.schema.ts'
import type { Project } from '../../../api/project/project.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { optInTexts as texts } from './opt-in.texts.ts'

export type OptInDraft = {
  enabled: boolean
  templateId: string | null
  redirectUrl: string
  expiresDays: string
}

type OptIn = Project['doubleOptIn']
export type OptInPatch = z.input<typeof DoubleOptInPatch>

export const draftOf = ({ enabled, templateId, redirectUrl, expiresDays }: OptIn): OptInDraft => ({
  enabled,
  templateId,
  redirectUrl: redirectUrl ?? '',
  expiresDays: String(expiresDays),
})

const patchOf = ({ enabled, templateId, redirectUrl, expiresDays }: OptInDraft) => ({
  enabled,
  templateId,
  redirectUrl: redirectUrl.trim() || null,
  expiresDays: expiresDays.trim() === '' ? Number.NaN : Number(expiresDays),
})

/** Only what differs: somebody else may be changing the rest. */
export function changesFrom(saved: OptIn, draft: OptInDraft): OptInPatch {
  const entries = Object.entries(patchOf(draft)) as [keyof OptIn, OptIn[keyof OptIn]][]
  return Object.fromEntries(entries.filter(([name, value]) => value !== saved[name]))
}

/** Messages by the name of the field. */
export function problemsOf(draft: OptInDraft): Record<string, string> {
  const issues = DoubleOptInPatch.safeParse(patchOf(draft)).error?.issues ?? []
  return Object.fromEntries(
    issues.map(({ path, code, message }) => [
      path.join('.'),
      code === 'invalid_type' ? texts.notANumber : sentence(message),
    ]),
  )
}
