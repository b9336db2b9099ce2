import { createByteCache } from '../../platform/caches/byte-cache.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import type { CompiledTemplate, TemplatePieces } from '../../platform/liquid/compile.ts'
import { toSyntaxError } from './template-syntax.ts'
import type { RenderInput, RenderOutput } from './templates.threads.ts'

// About a hundred newsletters. A thread has 192 MB, more than half of which MJML takes.
const CACHE_BYTES = 20_000_000

export type Renderer = {
  render: (input: RenderInput) => RenderOutput
  /** Splices a plain version into pieces; undefined if these values need rendering. */
  fill: (input: RenderInput) => TemplatePieces | undefined
}

/** Parses every version once. The main thread and each worker thread have their own. */
export function createRenderer(): Renderer {
  const cache = createByteCache<CompiledTemplate>({ maxBytes: CACHE_BYTES })
  const withTemplate = <T>({ key, source }: RenderInput, work: (template: CompiledTemplate) => T): T => {
    try {
      return work(cache.find(key) ?? cache.add(key, compileTemplate(source)))
    } catch (error) {
      throw toSyntaxError(error)
    }
  }
  return {
    render: (input) =>
      withTemplate(input, (template) => ({
        ...template.render(input.variables),
        missing: template.missing(input.variables),
      })),
    fill: (input) => withTemplate(input, (template) => template.fill(input.variables)),
  }
}
