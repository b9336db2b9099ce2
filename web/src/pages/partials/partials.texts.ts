import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const partialTexts = translatable('pages/partials/partials', 'partialTexts', {
  title: 'Partials',
  list: 'Partials, newest first',
  count: (count: number) => plural(count, 'partial', 'partials'),
  create: 'New partial',
  columns: { name: 'Partial', tag: 'In emails', uses: 'Used by', updated: 'Changed' },
  copyTag: (key: string) => `Copy the tag of ${key}`,
  uses: (count: number) => (count === 0 ? 'Nothing' : plural(count, 'record', 'records')),
  empty: {
    title: 'No partials yet',
    text: 'A partial is a piece that emails share, such as a header or a legal footer. Change it once, and every template that contains it follows.',
  },
  calls: { list: 'List partials', read: 'Get the partial', update: 'Change the partial' },
  form: {
    title: 'New partial',
    text: 'You write it afterwards.',
    name: 'Name',
    nameHint: 'For you and your colleagues.',
    key: 'Key',
    keyHint: 'Emails name the partial by it. It cannot be changed later.',
    create: 'Create partial',
    created: 'The partial was created.',
    body: '<p>New partial</p>',
  },
  editor: {
    tag: 'In emails:',
    save: 'Save',
    saved: (version: number, uses: number) =>
      uses === 0
        ? `Saved as version ${version}.`
        : `Saved as version ${version}. What uses it follows: ${plural(uses, 'record', 'records')}.`,
    states: {
      saved: (version: number) => `Version ${version}`,
      dirty: 'Unsaved changes, kept in this browser',
      readOnly: 'Read-only',
    },
    panes: { preview: 'Preview', problems: 'Problems', uses: 'Used by', versions: 'Versions' },
    conflict: {
      text: (version: number) => `Version ${version} was saved elsewhere while you were editing.`,
      title: 'What you would change in the saved version',
      diff: 'From the saved version to yours',
    },
  },
  usedBy: {
    text: 'A change reaches the templates that contain the partial within seconds. Campaigns take it when they start; email that is already accepted keeps what it has.',
    more: (count: number) => `And ${plural(count, 'more record', 'more records')}.`,
  },
  versions: {
    choose: 'Compare with',
    option: (version: number) => `Version ${version}`,
    only: 'There is only one version so far. Every change makes a new one.',
    diff: 'From the chosen version to what is in the editor',
    same: 'It is the same as in the editor.',
    saved: 'Saved',
    restore: 'Restore this version',
    restored: (version: number) => `Version ${version} is in the editor. Save to make it the current one.`,
  },
  deleting: {
    button: 'Delete',
    title: (name: string) => `Delete “${name}”?`,
    text: 'It is deleted with all its versions.',
    blocked: 'It cannot be deleted, because these contain it:',
    blockedHint: 'Take it out of them first.',
    cancel: 'Keep it',
    submit: 'Delete partial',
    done: 'The partial was deleted.',
  },
})

/** How an email names a partial. */
export const tagOf = (key: string): string => `{% include "${key}" %}`
