// The draft of a recurring campaign: what is stored in the browser, and what a save changes. Pure.
import type { RecurringBody, RecurringCampaign } from '../../api/sending/recurring.ts'
import { createDraftStorage } from '../../patterns/draft/draft-storage.ts'
import { recordDrafts } from '../../patterns/draft/record-draft.ts'

/** The fields of the record that can be saved. */
export function fieldsOf(saved: RecurringCampaign): RecurringBody {
  const {
    id: _id,
    nextRunAt: _next,
    runRequestedAt: _requested,
    lastRun: _last,
    templateId: template,
    createdAt: _created,
    updatedAt: _updated,
    ...fields
  } = saved
  return { ...fields, template } as RecurringBody
}

/** `updatedAt` is empty for a new one. */
export type SavedFields = { updatedAt: string; fields: RecurringBody }

export const savedFields = (saved: RecurringCampaign): SavedFields => ({
  updatedAt: saved.updatedAt,
  fields: fieldsOf(saved),
})

type Name = keyof RecurringBody

/** The fields that differ. */
export function changesFrom(before: RecurringBody, now: RecurringBody): Partial<RecurringBody> {
  const names = Object.keys({ ...before, ...now }) as Name[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<RecurringBody>
}

const isStored = (stored: unknown): stored is SavedFields => {
  const draft = stored as SavedFields | null
  return typeof draft?.updatedAt === 'string' && typeof draft.fields?.cron === 'string'
}

export const recurringDrafts = recordDrafts({
  storage: createDraftStorage('recurring_campaign', isStored),
  fieldsOf: ({ fields }: SavedFields): RecurringBody => fields,
  isSame: (one: RecurringBody, other: RecurringBody) => Object.keys(changesFrom(one, other)).length === 0,
  revisionOf: ({ updatedAt }) => updatedAt,
  store: ({ base: { updatedAt }, fields }): SavedFields => ({ updatedAt, fields }),
  restore: ({ updatedAt, fields }: SavedFields, saved) => ({ base: { ...saved, updatedAt }, fields }),
  extra: {},
})
