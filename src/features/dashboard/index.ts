export { buildPages } from './build-pages.ts'
export { NO_PAGES, preparePages } from './pages.ts'
export type { Pages } from './pages.ts'
