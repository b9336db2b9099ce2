import type { CompiledTemplate } from './compile.ts'

/** Templates that were read already, by the hash or id of their content: what a key stands for never changes. */
export type TemplateCache = {
  find(key: string): CompiledTemplate | undefined
  /** Returns the template, so that reading and keeping it is one expression. */
  add(key: string, template: CompiledTemplate): CompiledTemplate
  /** About what it holds. */
  readonly bytes: number
}

/** What was not used for the longest time goes first. A template that would fill it alone is not kept. */
export function createTemplateCache({ maxBytes }: { maxBytes: number }): TemplateCache {
  // A Map remembers the order of insertion: the first was not used for the longest time.
  const templates = new Map<string, CompiledTemplate>()
  let bytes = 0
  const remove = (key: string) => {
    bytes -= templates.get(key)?.bytes ?? 0
    templates.delete(key)
  }
  return {
    get bytes() {
      return bytes
    },
    find(key) {
      const template = templates.get(key)
      if (template) {
        templates.delete(key)
        templates.set(key, template)
      }
      return template
    },
    add(key, template) {
      remove(key)
      if (template.bytes > maxBytes) return template
      templates.set(key, template)
      bytes += template.bytes
      for (const oldest of templates.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
      return template
    },
  }
}
