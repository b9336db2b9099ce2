// Builds the dashboard and the guide ahead of the first start, for images of containers: `node scripts/build-pages.ts`.
import { buildPages } from '../src/features/dashboard/index.ts'
import { buildGuide } from '../src/features/guide/index.ts'

console.log(`The dashboard is in ${await buildPages({ dataDir: 'data' })}`)
console.log(`The guide is in ${await buildGuide({ dataDir: 'data' })}`)
