import { plural } from '../../format/plural.ts'

export const templates = {
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
    start: 'Begin with',
    starts: {
      blocks: 'Blocks, without code',
      html: 'HTML',
      mjml: 'MJML, which makes HTML that Outlook understands',
    },
    create: 'Create',
  },
}
