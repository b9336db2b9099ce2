// Fields of contacts and events as people call them: the key alone, without the path of the API. Pure.
import { stepTexts as texts } from '../steps.texts.ts'

const START_DATA = 'event.data.'
const DATA = 'data.'

/** A dot inside a key is written with a backslash. */
const unescaped = (path: string): string => path.replaceAll(/\\(.)/g, '$1')

export function fieldWords(field: string): string {
  if (field.startsWith(START_DATA)) return texts.ofEvent(unescaped(field.slice(START_DATA.length)))
  if (field.startsWith(DATA)) return unescaped(field.slice(DATA.length))
  return texts.question.fields[field] ?? field
}
