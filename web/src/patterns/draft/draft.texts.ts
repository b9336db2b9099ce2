export const draftTexts = {
  restored: 'These changes were not saved when this page was left. They are back.',
  discard: 'Discard them',
  lossless: 'Nothing of yours is lost.',
  choose: 'Compare, then choose.',
  compare: 'Compare',
  keep: 'Keep mine',
  take: 'Take theirs',
}
