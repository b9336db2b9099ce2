export { buildGuide } from './build-guide.ts'
export { NO_GUIDE, prepareGuide } from './guide.ts'
export type { Guide } from './guide.ts'
export { createGuideSearch } from './search-guide.ts'
