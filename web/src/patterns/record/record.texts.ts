import { translatable } from '../../i18n/translatable.ts'

export const recordTexts = translatable('patterns/record/record', 'recordTexts', {
  more: (name: string) => `More for ${name}`,
  duplicate: 'Duplicate',
  delete: 'Delete',
  deleted: (name: string) => `“${name}” is deleted.`,
  undo: 'Undo',
})
