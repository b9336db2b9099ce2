import type { FieldErrors } from './use-transport-form.ts'

/** The input of a part of the form, which holds the fields of one type. */
export type PartProps<Fields> = {
  fields: Fields
  /** As stored, or empty. */
  first: Fields
  errors: FieldErrors
  change: (changes: Partial<Fields>) => void
  /** Has secrets that the server keeps. */
  isStored: boolean
  isDisabled: boolean
}
