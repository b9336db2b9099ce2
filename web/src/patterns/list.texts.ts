export const listTexts = { more: 'Show more', yourKey: '<your secret key>' }
