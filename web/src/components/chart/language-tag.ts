// Must be imported before uPlot, which passes the language of the browser to Intl on load: under the locale C it is
// en-US@posix, which Intl refuses, and no chart could be drawn.
function isValidTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

if (!isValidTag(navigator.language)) {
  const [value] = navigator.language.split('@')
  Object.defineProperty(navigator, 'language', { value, configurable: true })
}
