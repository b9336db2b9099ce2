export const listTexts = { more: 'Show more' }
