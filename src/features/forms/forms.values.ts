export const FIELD_TYPES = ['email', 'text', 'number', 'date', 'select', 'checkbox'] as const

export type FieldType = (typeof FIELD_TYPES)[number]

/** The numbers in the statistics of a form. */
export const FORM_COUNTS = ['submissions', 'contacts', 'confirmed'] as const
export type FormCount = (typeof FORM_COUNTS)[number]

/** The field of the address, which every form has. */
export const EMAIL_KEY = 'email'
