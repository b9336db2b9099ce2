import { translatable } from '../i18n/translatable.ts'

/** Texts of components that are the same on every page. */
export const components = translatable('components/components', 'components', {
  /** The problem of a value, such as "must not be empty". In English, and if it is not known, as the API says it. */
  fieldProblem: (message: string) => message,
  copied: 'Copied',
  copyCode: 'Copy',
  close: 'Close',
  cancel: 'Cancel',
  loadMore: 'Loading more…',
  tryAgain: 'Try again',
  requestId: 'Request id',
  copyRequestId: 'Copy the request id',
  selectAll: 'Select all rows that are loaded',
  selectRow: (name: string) => `Select ${name}`,
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  clearSearch: 'Clear the search',
  nothingFound: 'Nothing found.',
  language: 'Language of the sample',
  content: 'Content',
  chart: { asTable: 'Show as table', asChart: 'Show as chart', time: 'Time' },
})
