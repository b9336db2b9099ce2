// Writes openapi.json from the routes and their schemas: npm run openapi
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildApp } from '../src/app.ts'
import { buildDeps } from '../src/deps.ts'
import { readConfig } from '../src/platform/config.ts'

const FILE = path.join(import.meta.dirname, '../openapi.json')

/** Settings of their own, so that the file is the same wherever it is written; nothing connects to anything. */
const SETTINGS = { LOG_LEVEL: 'silent', ENCRYPTION_KEY: 'not used to write an API description' }

/** The description that a server with default settings gives at /openapi.json. */
export async function renderOpenApi(): Promise<string> {
  const deps = buildDeps(readConfig(SETTINGS), { isServing: true })
  const app = await buildApp(deps)
  try {
    await app.ready()
    return `${JSON.stringify(app.swagger(), null, 2)}\n`
  } finally {
    await app.close()
    await deps.threads.close()
    await deps.database.close()
  }
}

if (import.meta.main) writeFileSync(FILE, await renderOpenApi())
