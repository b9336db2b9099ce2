import { translatable } from '../../i18n/translatable.ts'

export const draftTexts = translatable('patterns/draft/draft', 'draftTexts', {
  restored: 'These changes were not saved when this page was left. They are back.',
  discard: 'Discard them',
  lossless: 'Nothing of yours is lost.',
  choose: 'Compare, then choose.',
  compare: 'Compare',
  keep: 'Keep mine',
  take: 'Take theirs',
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes are not saved yet. They are kept in this browser, and come back when you open this page here again.',
    failed:
      'Your changes could not be saved. They are kept in this browser, and come back when you open this page here again.',
    stay: 'Stay',
    go: 'Leave',
  },
})
