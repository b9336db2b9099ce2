import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const workflows = translatable('pages/workflows/workflows', 'workflows', {
  title: 'Workflows',
  list: 'Workflows of this project',
  count: (count: number) => plural(count, 'workflow'),
  new: 'New workflow',
  calls: {
    list: 'List',
    create: 'Create',
    read: 'Read',
    save: 'Save',
    check: 'Check',
    statistics: 'Figures',
    simulate: 'Simulate',
    executions: 'Executions',
    start: 'Start',
    retry: 'Retry',
    skip: 'Skip',
    stop: 'Stop',
  },
  columns: {
    name: 'Name',
    trigger: 'Starts',
    enabled: 'On',
    inside: 'Inside',
    finished: 'Finished',
    failed: 'Failed',
    changed: 'Changed',
    actions: 'Actions',
  },
  switch: (name: string) => `Let contacts into “${name}”`,
  steps: (count: number) => plural(count, 'step'),
  deleted: (name: string) => `“${name}” is deleted. Those inside are stopped.`,
  figures: {
    waiting: (count: string) => `${count} waiting`,
    passed: (count: string) => `${count} passed`,
    failed: (count: string) => `${count} failed`,
    held: (count: number) => `${plural(count, 'email')} held by the sending limits`,
    dropped: (count: number) => `${plural(count, 'email')} dropped by the frequency cap`,
  },
  empty: {
    title: 'No workflows yet',
    text: 'A workflow sends emails by itself: something happens, and the contact goes from step to step. Begin with one of these, and change it as you like:',
    list: 'Workflows to begin with',
    readOnly:
      'A workflow sends emails by itself: something happens, and the contact goes from step to step. A member of the project can make one.',
  },
  form: {
    title: 'New workflow',
    name: 'Name',
    start: 'Begin with',
    empty: 'Empty',
    emptyText: 'Only a start. Add the steps yourself.',
    templates: (names: string) => `Makes the templates ${names}, for you to write.`,
    create: 'Create',
  },
})
