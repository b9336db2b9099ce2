// Must be imported before uPlot, which asks Intl for the language of the browser while it is loaded: a browser that runs
// under the locale C names its language en-US@posix, which Intl refuses, and no chart could be drawn.
function isKnown(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

if (!isKnown(navigator.language)) {
  const [value] = navigator.language.split('@')
  Object.defineProperty(navigator, 'language', { value, configurable: true })
}
