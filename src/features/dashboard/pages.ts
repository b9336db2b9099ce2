import { randomUUID } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'
import { buildPages } from './build-pages.ts'
import { readPages } from './built-pages.ts'
import type { BuiltPages } from './built-pages.ts'

export type PagesState =
  | { is: 'building' }
  | { is: 'ready'; pages: BuiltPages }
  /** `reference` identifies the reason in the log, which visitors should not see. */
  | { is: 'missing'; reference: string }

export type Pages = {
  state(): PagesState
  stop(): Promise<void>
}

/** For an app that serves no pages. */
export const NO_PAGES: Pages = {
  state: () => ({ is: 'missing', reference: 'none were built' }),
  stop: async () => {},
}

/** Builds in the background: the API does not wait for the dashboard, and works without it. */
export function preparePages({ config, log }: Pick<Deps, 'config' | 'log'>): Pages {
  let state: PagesState = { is: 'building' }
  const stopping = new AbortController()
  const began = performance.now()
  const work = async () => {
    let isBuilt = false
    const onBuilding = () => {
      isBuilt = true
      log.info('building the dashboard; this happens once per version and takes some seconds')
    }
    try {
      const folder = await buildPages({ dataDir: config.DATA_DIR, signal: stopping.signal, onBuilding })
      state = { is: 'ready', pages: readPages(folder) }
      if (isBuilt) log.info({ seconds: Math.round(performance.now() - began) / 1000 }, 'dashboard built')
    } catch (error) {
      if (stopping.signal.aborted) return
      const reference = randomUUID()
      state = { is: 'missing', reference }
      log.error({ err: error, reference }, 'the dashboard could not be built; the API works without it')
    }
  }
  const done = work()
  return {
    state: () => state,
    async stop() {
      stopping.abort()
      await done
    },
  }
}
