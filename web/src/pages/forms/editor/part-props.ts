import type { FormDraft } from './form-draft.ts'

/** The props of every part of the editor. */
export type PartProps = {
  draft: FormDraft
  change: (changes: Partial<FormDraft>) => void
  /** Messages by the path of their field. */
  problems: Readonly<Record<string, string>>
  isReadOnly: boolean
}
