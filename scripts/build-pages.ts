// Builds the dashboard ahead of the first start, for images of containers: `node scripts/build-pages.ts`.
import { buildPages } from '../src/features/dashboard/index.ts'

console.log(`The dashboard is in ${await buildPages({ dataDir: 'data' })}`)
