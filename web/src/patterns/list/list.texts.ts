export const listTexts = { any: 'Any', more: 'Show more' }
