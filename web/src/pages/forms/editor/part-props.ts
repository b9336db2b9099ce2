import type { FormDraft } from './form-draft.ts'

/** What every part of the editor gets. */
export type PartProps = {
  draft: FormDraft
  change: (changes: Partial<FormDraft>) => void
  /** Messages by the path of their field. */
  problems: Readonly<Record<string, string>>
  isReadOnly: boolean
}
