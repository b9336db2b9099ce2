import { createByteCache } from '../../platform/byte-cache.ts'
import { compileTemplate } from '../../platform/liquid/compile.ts'
import type { CompiledTemplate } from '../../platform/liquid/compile.ts'
import { toSyntaxError } from './template-syntax.ts'
import type { RenderInput, RenderOutput } from './templates.threads.ts'

// Some hundred newsletters. A thread has 192 MB, of which MJML takes more than half.
const CACHE_BYTES = 20_000_000

/** A renderer that reads every version once. One in the main thread, and one in each of the others. */
export function createRenderer(): (input: RenderInput) => RenderOutput {
  const cache = createByteCache<CompiledTemplate>({ maxBytes: CACHE_BYTES })
  return ({ key, source, variables }) => {
    try {
      const template = cache.find(key) ?? cache.add(key, compileTemplate(source))
      return { ...template.render(variables), missing: template.missing(variables) }
    } catch (error) {
      throw toSyntaxError(error)
    }
  }
}
