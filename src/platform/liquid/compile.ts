// Compiles a template once, to render it many times. This is the public interface of the folder. Rendering happens in the
// calling thread: a template that is not plain should be rendered in a worker thread (platform/threads), because its limits
// allow about a second.
import { toValueSync, Context, Drop, toValue } from 'liquidjs'
import type { Liquid, Template } from 'liquidjs'
import { systemClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { HtmlEmitter, TextEmitter } from './emitters.ts'
import { createEngine } from './engine.ts'
import { parseTemplate } from './parser.ts'
import { placesIn } from '../markup/places.ts'
import type { PlaceOf } from '../markup/places.ts'
import { scan } from './scan.ts'
import { spliceHtml, spliceText } from './splice.ts'
import type { Variables } from './plain-value.ts'
import type { SplicedPart } from './splice.ts'
import { MEMORY_LIMIT, RENDER_LIMIT_MS } from './template-limits.ts'
import { toProblem } from './template-problem.ts'
import { TemplateRenderError, TemplateSyntaxError } from './template-errors.ts'
import type { TemplatePart } from './template-errors.ts'
import { TimeLimit } from './time-limit.ts'
import { findVariables, readPath } from './variables.ts'
import type { Path } from './variables.ts'
import { joinPieces } from '../text/text-pieces.ts'
import type { Allocate, TextPieces } from '../text/text-pieces.ts'
import { Markup } from './value-text.ts'

export type TemplateSource = { subject: string; html: string; text: string }
export type RenderedTemplate = { subject: string; html: Buffer; text: Buffer }
/** A rendered template whose parts are still in pieces. */
export type TemplatePieces = { subject: string; html: TextPieces; text: TextPieces }
export type RequiredVariable = { name: string; path: Path }
export type CompiledTemplate = {
  /** Full paths used, such as name, data.plan, event.total; sorted; without locals of loops and assigns. */
  variables: readonly string[]
  /** The variables that are used somewhere without a fallback and outside of all conditions. */
  required: readonly RequiredVariable[]
  /** Whether all three parts contain only variables, so that they can be spliced. */
  isPlain: boolean
  /** Approximate size in memory. */
  bytes: number
  /**
   * @throws TemplateRenderError when a limit is exceeded, or a filter or tag gets a value it cannot use, such as an object
   * with its own toString instead of a number. Printing a value never fails.
   * @param allocate provides the Buffers, for callers that render thousands per second and can reuse them: new Buffers make
   * V8 collect its whole heap every 40 MB.
   */
  render(variables: Record<string, unknown>, allocate?: Allocate): RenderedTemplate
  /** The result of `render` in pieces; undefined if it takes more than splicing. */
  fill(variables: Record<string, unknown>): TemplatePieces | undefined
  /** Variables that are missing or null in the given values. */
  missing(variables: Record<string, unknown>): string[]
}

export type Part = {
  name: TemplatePart
  templates: Template[]
  spliced: SplicedPart | undefined
  placeOf: PlaceOf
  bytes: number
}

const engines = new WeakMap<Clock, Liquid>()

/** Exported for compile-value.ts, which evaluates instead of rendering. */
export function engineOf(clock: Clock): Liquid {
  const engine = engines.get(clock) ?? createEngine(clock)
  engines.set(clock, engine)
  return engine
}

/** @throws TemplateSyntaxError */
export function compileTemplate(
  source: TemplateSource,
  { clock = systemClock }: { clock?: Clock } = {},
): CompiledTemplate {
  const liquid = engineOf(clock)
  const subject = compilePart('subject', source.subject, liquid)
  const html = compilePart('html', source.html, liquid)
  const text = compilePart('text', source.text, liquid)
  const parts = [subject, html, text]
  const variables = findVariables(parts.map(({ templates }) => templates))
  return {
    variables: [...variables.keys()],
    required: [...variables].flatMap(([name, { path, isRequired }]) => (isRequired ? [{ name, path }] : [])),
    isPlain: parts.every(({ spliced }) => spliced !== undefined),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    render(values, allocate = allocateNew) {
      const work = { liquid, values, time: new TimeLimit(RENDER_LIMIT_MS) }
      return {
        subject: asSubject(subject.spliced?.toText(values) ?? renderPart(subject, work)),
        html: joined(html, values, allocate) ?? encode(renderPart(html, work), allocate),
        text: joined(text, values, allocate) ?? encode(renderPart(text, work), allocate),
      }
    },
    fill(values) {
      const line = subject.spliced?.toText(values)
      const body = html.spliced?.toPieces(values)
      const plain = text.spliced?.toPieces(values)
      if (line === undefined || !body || !plain) return undefined
      return { subject: asSubject(line), html: body, text: plain }
    },
    missing: (values) =>
      [...variables].filter(([, { path }]) => isNil(readPath(values, path))).map(([name]) => name),
  }
}

const asSubject = (text: string): string => text.replaceAll(/[\r\n]/g, '')

function joined({ spliced }: Part, values: Variables, allocate: Allocate): Buffer | undefined {
  const pieces = spliced?.toPieces(values)
  return pieces && joinPieces(pieces, allocate)
}

const allocateNew: Allocate = (length) => Buffer.allocUnsafe(length)

function encode(text: string, allocate: Allocate): Buffer {
  const bytes = allocate(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

const isNil = (value: unknown): boolean => value === undefined || value === null

// A node with its tokens and expression takes about a kilobyte.
const BYTES_PER_TAG = 1024
// The text at two bytes per character, and the Buffers of the splicer.
const BYTES_PER_CHARACTER = 3

export function compilePart(name: TemplatePart, source: string, liquid: Liquid): Part {
  // Encoding would turn a lone surrogate into U+FFFD; replaced here, so that it cannot combine with another one.
  const written = source.toWellFormed()
  let placeOf: PlaceOf = (offset) => placesIn(written)(offset)
  try {
    const scanned = scan(written)
    placeOf = scanned.placeOf
    const templates = parseTemplate(scanned, liquid)
    const spliced = name === 'html' ? spliceHtml(templates) : spliceText(templates)
    const bytes = written.length * BYTES_PER_CHARACTER + scanned.tags * BYTES_PER_TAG
    return { name, templates, spliced, placeOf, bytes }
  } catch (error) {
    const problem = toProblem(error)
    if (!problem) throw error
    throw new TemplateSyntaxError(
      problem.message,
      { part: name, ...placeOf(problem.offset) },
      { cause: error },
    )
  }
}

export type Work = { liquid: Liquid; values: Variables; time: TimeLimit }

/** Renders with the library. */
export function renderPart(part: Part, work: Work): string {
  const emitter = part.name === 'html' ? new HtmlEmitter() : new TextEmitter()
  return inContext(part, work, (context) => {
    toValueSync(work.liquid.renderer.renderTemplates(part.templates, context, emitter))
    return emitter.end()
  })
}

/** @throws TemplateRenderError if the template is at fault */
export function inContext<T>(
  { name, placeOf }: Part,
  { liquid, values, time }: Work,
  run: (context: OwnContext) => T,
): T {
  // A copy, because counters write into it; without a prototype, so that no inherited name is found.
  const scope = Object.assign(Object.create(null) as Variables, values)
  const options = { sync: true, memoryLimit: MEMORY_LIMIT }
  const context = new OwnContext(scope, liquid.options, options, { liquid, renderLimit: time.asLimiter() })
  try {
    return run(context)
  } catch (error) {
    const problem = toProblem(error)
    if (!problem) throw error
    throw new TemplateRenderError(
      problem.message,
      { part: name, ...placeOf(problem.offset) },
      { cause: error },
    )
  }
}

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
class OwnContext extends Context {
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
