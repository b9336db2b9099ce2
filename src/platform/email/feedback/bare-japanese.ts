// Japanese in ISO-2022-JP (RFC 1468) whose escape bytes a gateway has removed: `$B%f!<%6!<(B` instead of ESC `$B…` ESC `(B`.
// Lotus Notes and old gateways do that. Between the two marks stand pairs of printable bytes, two for a character.

// A report says first what it has to say; each mark in a text costs up to 400 characters of looking for its end.
const LOOKED_AT = 20_000
// One mark to the next is a line or less.
const BARE = /\$[B@]((?:[!-~]{2}){1,200}?)\([BJ]/g

export function restoreJapanese(text: string): string {
  if (!text.includes('$B') && !text.includes('$@')) return text
  const decoder = new TextDecoder('iso-2022-jp')
  const start = text.slice(0, LOOKED_AT).replace(BARE, (bare, pairs: string) => {
    const restored = decoder.decode(Buffer.from(`\u001b$B${pairs}\u001b(B`, 'latin1'))
    // No Japanese after all: a price, a variable.
    return restored.includes('\ufffd') ? bare : restored
  })
  return start + text.slice(LOOKED_AT)
}
