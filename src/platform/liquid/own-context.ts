// The context in which the library looks up names, without inherited properties of its own objects.
import { Context, Drop, toValue } from 'liquidjs'
import { Markup } from './value-text.ts'

/** Properties of `forloop` and `tablerowloop`. */
const LOOP_PROPERTIES = new Set([
  'index',
  'index0',
  'rindex',
  'rindex0',
  'first',
  'last',
  'length',
  'name',
  'row',
  'col',
  'col0',
  'col_first',
  'col_last',
])

/**
 * The library reads own properties only, except of its own objects (loops, nil, empty, markup), whose class members it finds
 * and calls. `{{ forloop.constructor }}` failed the whole render, `{{ forloop.next }}` moved the loop.
 */
export class OwnContext extends Context {
  override readProperty(...[of, given]: Parameters<Context['readProperty']>): unknown {
    const key: unknown = toValue(given)
    // An object is not a key, and one whose `toString` is data cannot be converted to one.
    if (typeof key === 'object' && key !== null) return undefined
    // Captured text has the properties of text.
    if (of instanceof Markup) return super.readProperty(of.text as never, given)
    if (of instanceof Drop && !LOOP_PROPERTIES.has(String(key))) return undefined
    return super.readProperty(of, given)
  }
}
