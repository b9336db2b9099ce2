import { plural } from '../../format/plural.ts'

export const sampleDataTexts = {
  text: 'Only trying it out? Load five contacts with events, two topics, two templates and a form. Nobody has their addresses.',
  add: 'Load sample data',
  added: (contacts: number) =>
    `${plural(contacts, 'contact')}, their events, two topics, two templates and a form are there.`,
}
