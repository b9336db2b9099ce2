// What becomes of a template while it is edited: what it begins with, and what a version saved elsewhere means. Pure.
import type { Template } from '../../api/templates.ts'
import type { StoredDraft } from './draft-storage.ts'
import { fieldsOf, isSame, mergeSaved } from './template-fields.ts'
import type { TemplateFields } from './template-fields.ts'
import type { Comparison } from '../../patterns/draft/record-draft.ts'

export type Work = { base: Template; fields: TemplateFields }

export const workOn = (base: Template, fields = fieldsOf(base)): Work => ({ base, fields })

/** `stored` is what the browser has kept of an earlier visit. */
export function begin(
  template: Template,
  stored: StoredDraft | undefined,
): { work: Work; isRestored: boolean } {
  const saved = fieldsOf(template)
  // A draft of an older page may lack a field.
  const fields = { ...saved, ...stored?.fields }
  if (!stored || isSame(fields, saved)) return { work: workOn(template), isRestored: false }
  return { work: workOn({ ...template, version: stored.version }, fields), isRestored: true }
}

export function compare(work: Work, newest: Template): Comparison<Template, Work> {
  const isDirty = !isSame(work.fields, fieldsOf(work.base))
  const isNewer = newest.version > work.base.version
  return {
    isDirty,
    conflict: isNewer && isDirty ? newest : undefined,
    // Nothing is being edited, so what somebody else saved is simply shown.
    followed: isNewer && !isDirty ? workOn(newest) : work,
  }
}

export const afterSave = (
  { fields }: Work,
  { sent, saved }: { sent: TemplateFields; saved: Template },
): Work => workOn(saved, mergeSaved(fields, { sent, saved: fieldsOf(saved) }))
