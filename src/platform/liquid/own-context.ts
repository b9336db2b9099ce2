// Where the library looks names up, without what JavaScript adds to its own objects.
import { Context, Drop, toValue } from 'liquidjs'
import { Markup } from './value-text.ts'

/** What `forloop` and `tablerowloop` tell. */
const LOOP_FACTS = new Set([
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
 * The library reads own properties only, except of its own objects (loops, nil, empty, markup): there it finds, and
 * calls, whatever the class has. `{{ forloop.constructor }}` failed the whole render, `{{ forloop.next }}` moved the loop.
 */
export class OwnContext extends Context {
  override readProperty(...[of, given]: Parameters<Context['readProperty']>): unknown {
    const key: unknown = toValue(given)
    // Nothing is found under an object, and one with a `toString` that is data cannot be made a name.
    if (typeof key === 'object' && key !== null) return undefined
    // Captured text is a text with a mark on it.
    if (of instanceof Markup) return super.readProperty(of.text as never, given)
    if (of instanceof Drop && !LOOP_FACTS.has(String(key))) return undefined
    return super.readProperty(of, given)
  }
}
