import { translatable } from '../../i18n/translatable.ts'

export const dataTexts = translatable('patterns/data-fields/data-fields', 'dataTexts', {
  title: 'Fields',
  types: { text: 'Text', number: 'Number', boolean: 'Yes or no', date: 'Date', list: 'List' },
  clear: 'Delete it',
  yes: 'Yes',
  no: 'No',
  remove: (key: string) => `Remove ${key}`,
  removeRow: 'Remove the field',
  add: 'Add a field',
  key: 'Name',
  type: 'Kind',
  value: 'Value',
  listHint: 'One entry per line.',
  asFields: 'Show as fields',
  asJson: 'Show as JSON',
  badJson: 'This is not a JSON object.',
  nested: 'Has parts of its own; change it as JSON.',
  badNumber: 'This is not a number.',
  badDate: 'This is not a date.',
  noKey: 'A field needs a name.',
  twice: 'Another row has this name.',
})
