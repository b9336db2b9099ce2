import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const templates = translatable('pages/templates/templates', 'templates', {
  title: 'Templates',
  list: 'Templates of this project',
  count: (count: number) => plural(count, 'template'),
  search: 'Search by name',
  type: 'Type',
  types: { TRANSACTIONAL: 'Transactional', MARKETING: 'Marketing' },
  changed: 'Changed',
  new: 'New template',
  empty: {
    title: 'No templates yet',
    text: 'A template is an email that is written once and sent with variables. Write one here, or by this call:',
  },
  nothing: {
    title: 'No template matches',
    text: 'Try another part of the name.',
    clear: 'Show all templates',
  },
  id: 'Template id',
  copyId: 'Copy the template id',
  form: {
    title: 'New template',
    name: 'Name',
    subject: 'Subject',
    starts: {
      blocks: { name: 'Blocks', hint: 'Without code' },
      html: { name: 'HTML', hint: 'For those who have it already' },
      mjml: { name: 'MJML', hint: 'Makes HTML that Outlook understands' },
    },
    create: 'Create',
  },
})
