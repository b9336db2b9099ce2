export const listTexts = { any: 'Any', more: 'Show more', yourKey: '<your secret key>' }
