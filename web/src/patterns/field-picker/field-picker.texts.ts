import { translatable } from '../../i18n/translatable.ts'

export const fieldPicker = translatable('patterns/field-picker/field-picker', 'fieldPicker', {
  open: 'Insert a field',
  search: 'Search fields',
  fields: 'Fields',
  none: 'No field matches.',
  own: (name: string) => `Use "${name}"`,
  fallback: 'If it is empty, write',
  fallbackHint: 'Leave it out to write nothing.',
  insert: 'Insert',
  back: 'Back to the fields',
})
