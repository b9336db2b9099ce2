import { translatable } from '../../i18n/translatable.ts'

export const viewsTexts = translatable('patterns/views/views', 'viewsTexts', {
  views: 'Views',
  all: 'All, newest first',
  save: 'Save this view…',
  delete: (name: string) => `Delete ${name}`,
  deleted: 'The view was deleted.',
  title: 'Save this view',
  text: 'Search, filters and order of this list, for everybody in the project.',
  name: 'Name',
  submit: 'Save',
  replace: 'Replace',
  replaces: 'This list has a view with this name. Saving replaces it.',
  saved: 'The view was saved.',
})
