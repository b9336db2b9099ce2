import { plural } from '../../../format/plural.ts'
import { translatable } from '../../../i18n/translatable.ts'

export const versions = translatable('pages/workflows/versions/versions', 'versions', {
  list: 'Versions of the workflow',
  version: (version: number) => `Version ${version}`,
  current: 'Current',
  saved: 'Saved',
  steps: (count: number) => plural(count, 'step'),
  inside: (count: number) => `${plural(count, 'contact')} inside`,
  nobody: 'Nobody inside',
  hint: 'Whoever is inside finishes on the version they began with. Whoever enters takes the current one.',
  added: (steps: string) => `Added: ${steps}`,
  removed: (steps: string) => `Removed: ${steps}`,
  changed: (steps: string) => `Changed: ${steps}`,
  rules: 'The start, the goal, or the rules of entry and exit changed.',
  same: 'The same as what is in the editor.',
  diff: 'From the chosen version to what is in the editor',
  compare: 'From this version to what is in the editor',
  restore: 'Put this version into the editor',
  restored: (version: number) => `Version ${version} is in the editor. Save to make it the current one.`,
})
