import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const editor = translatable('pages/workflows/editor', 'editor', {
  saved: (version: number) => `Saved. It is version ${version}.`,
  switched: (isOn: boolean) =>
    isOn ? 'Contacts enter from now on.' : 'No new contacts enter. Those inside continue.',
  save: 'Save',
  enabled: 'Switched on',
  disabled: 'Switched off',
  states: {
    saved: (version: number) => `Version ${version}`,
    dirty: 'Unsaved changes, kept in this browser',
    readOnly: 'Read-only',
  },
  steps: (count: number) => plural(count, 'step'),
  tabs: {
    label: 'Views of the workflow',
    build: 'Build',
    simulate: 'Simulate',
    executions: 'Executions',
    results: 'Results',
    versions: 'Versions',
  },
  noProblems: 'Ready',
  noSteps: 'No steps yet',
  problemCount: (count: number) => plural(count, 'thing to fix', 'things to fix'),
  warningCount: (count: number) => plural(count, 'warning'),
  senders: {
    NO_SENDER: 'The email has no sender',
    SENDER_NOT_VERIFIED: 'The sender is not verified',
    COUPON_LIST_MISSING: 'The coupon list does not exist',
    URL_REFUSED: 'The URL leads to a private address',
  },
  noEmail: 'Choose a template, or write the email here.',
  general: 'The workflow itself',
  canvas: {
    label: 'Steps of the workflow',
    hint: 'Arrow keys move between steps, Enter opens one, + adds one after it, Delete removes it.',
    add: (after: string) => `Add a step after ${after}`,
    undo: 'Undo',
    redo: 'Redo',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show all',
    map: 'The whole workflow, small',
    start: 'Start',
  },
  funnel: {
    show: 'Show how contacts go through it',
    hide: 'Show what each step does',
    card: (entered: string, here: string, left: string) =>
      `${entered} entered · ${here} here · ${left} left early`,
    email: (sent: string, opened: string, clicked: string) =>
      `${sent} sent · ${opened} opened · ${clicked} clicked`,
    edge: (count: string, share: string) => `${count} · ${share}`,
    notice:
      'Entered, here now, and left before the end, in all versions since the workflow was created. Each line shows how many took it, and their share.',
  },
  removed: (count: number) =>
    count === 1 ? 'The step is removed.' : `${plural(count, 'step')} are removed.`,
  add: {
    title: 'Add a step',
    after: 'After',
    onlyAtEnd: 'Only where a way ends',
  },
  inspector: {
    label: 'The chosen step',
    close: 'Close',
    name: 'Name of the step',
    nameHint: 'Empty: what it does, in words',
    copyId: 'Copy the id of the step',
    leadsTo: 'Then',
    thenBranch: (branch: string) => `Then, on “${branch}”`,
    end: 'End',
    remove: 'Remove the step',
  },
  conflict: {
    text: 'Somebody else saved this workflow while you were editing.',
    title: 'What you would change in the saved workflow',
    diff: 'From the saved workflow to yours',
  },
  publish: {
    title: 'Save as a new version',
    inside: (count: number) =>
      `${plural(count, 'contact is', 'contacts are')} inside. They finish on the version they began with; whoever enters from now on takes the new one.`,
    cancel: 'Cancel',
    save: 'Save the new version',
    stop: 'Stop those who are inside',
    stopHint: 'Their executions are cancelled. Emails that wait in the queue are still sent.',
    stopped: 'The contacts inside are being stopped.',
  },
})
