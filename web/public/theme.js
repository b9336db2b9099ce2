// Before anything is painted, so that a dark page does not flash white. A file of its own: the policy of the page forbids
// scripts inside it. src/app/theme.ts does the rest.
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
