import { createByteCache } from '../../platform/caches/byte-cache.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import type { CompiledTemplate, Filled } from '../../platform/liquid/compile.ts'
import { toSyntaxError } from './template-syntax.ts'
import type { RenderInput, RenderOutput } from './templates.threads.ts'

// Some hundred newsletters. A thread has 192 MB, of which MJML takes more than half.
const CACHE_BYTES = 20_000_000

export type Renderer = {
  render: (input: RenderInput) => RenderOutput
  /** Of a plain version, in pieces; undefined where these values take more than splicing. */
  fill: (input: RenderInput) => Filled | undefined
}

/** A renderer that reads every version once. One in the main thread, and one in each of the others. */
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
