import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const sampleDataTexts = translatable('patterns/sample-data/sample-data', 'sampleDataTexts', {
  text: 'Only trying it out? Load contacts with events, a segment, templates, sent campaigns and a workflow with executions. Nothing is ever sent to these contacts, and one click removes it all.',
  add: 'Load sample data',
  added: (contacts: number) =>
    `${plural(contacts, 'contact')} with events, two sent campaigns, a workflow, a segment, topics, templates and a form are there.`,
})
