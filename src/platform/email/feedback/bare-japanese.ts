// Japanese in ISO-2022-JP (RFC 1468) whose escape bytes a gateway has removed: `$B%f!<%6!<(B` instead of ESC `$B…` ESC
// `(B`. Lotus Notes and old gateways do that. Pairs of printable bytes between the two marks each encode one character.

// A report states its reason first; each mark costs a search of up to 400 characters for its end.
const SCANNED_CHARACTERS = 20_000
// The next mark follows within a line.
const BARE = /\$[B@]((?:[!-~]{2}){1,200}?)\([BJ]/g

export function restoreJapanese(text: string): string {
  if (!text.includes('$B') && !text.includes('$@')) return text
  const decoder = new TextDecoder('iso-2022-jp')
  const start = text.slice(0, SCANNED_CHARACTERS).replace(BARE, (bare, pairs: string) => {
    const restored = decoder.decode(Buffer.from(`\u001b$B${pairs}\u001b(B`, 'latin1'))
    // Not Japanese: a price, a variable.
    return restored.includes('\ufffd') ? bare : restored
  })
  return start + text.slice(SCANNED_CHARACTERS)
}
