import { randomUUID } from 'node:crypto'
import type { BuiltFile } from '../../platform/built-files/built-files.ts'
import { readBuiltFiles } from '../../platform/built-files/built-files.ts'
import type { Deps } from '../../platform/deps.ts'
import { buildGuide } from './build-guide.ts'

/** By the path below /guide/. */
export type GuideFiles = ReadonlyMap<string, BuiltFile>

export type GuideState =
  | { is: 'ready'; files: GuideFiles }
  /** `reference` identifies the reason in the log, which visitors should not see. */
  | { is: 'missing'; reference: string }

export type Guide = {
  open(): Promise<GuideState>
  stop(): Promise<void>
}

/** For an app that serves no pages. */
export const NO_GUIDE: Guide = {
  open: async () => ({ is: 'missing', reference: 'none was built' }),
  stop: async () => {},
}

/** Built and loaded for its first visitor, who waits some seconds: the start of a node and most nodes do without it. */
export function prepareGuide({ config, log }: Pick<Deps, 'config' | 'log'>): Guide {
  const stopping = new AbortController()
  let opening: Promise<GuideState> | undefined

  async function load(): Promise<GuideState> {
    try {
      const folder = await buildGuide({
        dataDir: config.DATA_DIR,
        signal: stopping.signal,
        onBuilding: () => log.info('building the guide; this happens once per version'),
      })
      return { is: 'ready', files: readBuiltFiles(folder) }
    } catch (error) {
      const reference = randomUUID()
      // The next visitor tries again.
      opening = undefined
      if (!stopping.signal.aborted) log.error({ err: error, reference }, 'the guide could not be built')
      return { is: 'missing', reference }
    }
  }

  return {
    open: () => (opening ??= load()),
    async stop() {
      stopping.abort()
      await opening
    },
  }
}
