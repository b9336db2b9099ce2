import { plural } from '../../format/plural.ts'

export const sampleDataTexts = {
  text: 'Only trying it out? Load five contacts with events, two topics and two templates. Nobody has their addresses.',
  add: 'Load sample data',
  added: (contacts: number) =>
    `${plural(contacts, 'contact')}, their events, two topics and two templates are there.`,
}
