// Translates templates of Plunk. Its language is Liquid with `??`, as ours; only a fallback without quotes (`{{ name ?? friend }}`) is a text
// there, and would be the name of a field here.
import { quoted } from './translation.ts'
import type { Translation } from './translation.ts'

const FALLBACK = /\{\{([^{}?|]+)\?\?([^{}?|]*)\}\}/g

export function translatePlunkTemplate(source: string): Translation {
  const text = source.replaceAll(FALLBACK, (whole, name: string, fallback: string) => {
    const value = fallback.trim()
    if (/^(["']).*\1$/s.test(value) || /^-?\d+(\.\d+)?$/.test(value)) return whole
    if (value.includes('"') && value.includes("'")) return whole
    return `{{ ${name.trim()} ?? ${quoted(value)} }}`
  })
  return { text, untranslated: [] }
}
