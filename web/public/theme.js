// Sets the theme before the first paint, so that a dark page does not flash white. It is a file of its own because the
// content security policy forbids inline scripts. src/app/theme.ts follows later changes.
;(() => {
  let choice = 'system'
  try {
    choice = localStorage.getItem('lettermill.theme') ?? 'system'
  } catch {
    // A browser without storage follows the system.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
