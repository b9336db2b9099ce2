// Compares a JSON body with its schema before validation: probable typos in field names are problems, on some routes all
// unknown fields are, and in a POST null counts as "not given" where a field is optional. Free-form JSON (`data`) is never
// examined.
import type { z } from 'zod'
import { fieldPath, MOST_PROBLEMS } from '../../errors.ts'
import type { FieldProblem } from '../../errors.ts'
import { suggestHintedField, isSameName, suggestField } from './known-fields.ts'

type Schema = z.core.$ZodType

/** The known fields of an object, or of the items of a list. Forms of a union are merged. */
type Shape = { fields: ReadonlyMap<string, Field> | undefined; items: Shape | undefined }

type Field = {
  /** Computed on demand: schemas may be recursive. */
  shape: () => Shape | undefined
  /** Optional, and does not accept null. */
  isDroppedIfNull: boolean
}

/**
 * Unknown names to compare. An object with thousands is free-form JSON in the wrong place. One more than the problems that
 * are shown, to tell that there are more.
 */
const MOST_COMPARED = MOST_PROBLEMS + 1

/** For calls in which a lost field decides who gets what and when: unknown fields are refused. */
export type StrictBody = {
  /** The records that the API returns. Their fields are ignored, so that a record can be sent back. */
  records: readonly z.ZodType[]
  /** Advice for a field that belongs elsewhere, by its name. */
  hints?: Readonly<Record<string, string>>
  /** Advice for a field that resembles none of ours. Default: the list of fields. */
  adviceForOthers?: (name: string) => string
}

type Options = { isNullAbsent: boolean; strict?: StrictBody | undefined }

type Walk = Options & { problems: FieldProblem[]; compared: number; path: PropertyKey[] }

/** The position in the walk: the fields allowed there, and the fields of a record of ours. */
type Place = { shape: Shape; ofRecord: Shape | undefined }

/** Returns the problems with the field names of a body. Removes nulls that count as absent. */
export function tidyBody(schema: Schema, body: unknown, options: Options): FieldProblem[] {
  const shape = shapeOf(schema)
  const walk: Walk = { ...options, problems: [], compared: 0, path: [] }
  const ofRecord = options.strict && joined(options.strict.records.map(shapeOf))
  if (shape) visit({ shape, ofRecord }, body, walk)
  return walk.problems
}

function visit({ shape, ofRecord }: Place, value: unknown, walk: Walk): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (!shape.items) return
    const place = { shape: shape.items, ofRecord: ofRecord?.items }
    for (const [index, item] of value.entries()) within(walk, index, () => visit(place, item, walk))
    return
  }
  if (shape.fields) visitObject({ shape, ofRecord }, value as Record<string, unknown>, walk)
}

function visitObject({ shape, ofRecord }: Place, value: Record<string, unknown>, walk: Walk): void {
  for (const name of Object.keys(value)) {
    const field = shape.fields?.get(name)
    const recordField = ofRecord?.fields?.get(name)
    if (!field) {
      if (!recordField) noteUnknown(name, [...(shape.fields?.keys() ?? [])], walk)
    } else if (value[name] === null) {
      if (walk.isNullAbsent && field.isDroppedIfNull) delete value[name]
    } else if (typeof value[name] === 'object') {
      const inner = field.shape()
      const place = inner && { shape: inner, ofRecord: recordField?.shape() }
      if (place) within(walk, name, () => visit(place, value[name], walk))
    }
  }
}

function noteUnknown(given: string, known: readonly string[], walk: Walk): void {
  if (walk.compared >= MOST_COMPARED) return
  walk.compared += 1
  const name = given.slice(0, LONGEST_SHOWN)
  const advice = walk.strict ? adviceFor(name, known, walk.strict) : didYouMean(suggestField(name, known))
  if (advice === undefined) return
  walk.problems.push({
    field: fieldPath([...walk.path, name]),
    message: `is not a field of this call; ${advice}`,
    code: 'unrecognized_keys',
  })
}

const didYouMean = (meant: string | undefined) => meant && `did you mean "${meant}"?`

function adviceFor(
  name: string,
  known: readonly string[],
  { hints = {}, adviceForOthers }: StrictBody,
): string {
  const [, hint] = Object.entries(hints).find(([field]) => isSameName(field, name)) ?? []
  const meant = hint ?? didYouMean(suggestHintedField(name, known))
  return meant ?? adviceForOthers?.(name) ?? `the fields here are ${known.join(', ')}`
}

// Ours have up to 25 letters; a caller's own may have kilobytes.
const LONGEST_SHOWN = 100

function within(walk: Walk, name: PropertyKey, work: () => void): void {
  walk.path.push(name)
  work()
  walk.path.pop()
}

const shapes = new WeakMap<Schema, Shape | { isNone: true }>()

/** Undefined unless it is an object with known fields or a list of such. Computed once per schema. */
function shapeOf(schema: Schema): Shape | undefined {
  const known = shapes.get(schema)
  if (known) return 'isNone' in known ? undefined : known
  const shape = readShape(schema)
  shapes.set(schema, shape ?? { isNone: true })
  return shape
}

type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, Schema>
  catchall?: Schema
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
  options?: readonly Schema[]
  getter?: () => Schema
}

function readShape(schema: Schema): Shape | undefined {
  const def = schema._zod.def as Def
  if (def.shape) {
    // With a catchall the schema itself handles other fields.
    return def.catchall ? undefined : { fields: fieldsOf(def.shape), items: undefined }
  }
  if (def.type === 'array') return listOf(def.element && shapeOf(def.element))
  if (def.options) return joined(def.options.map(shapeOf))
  // The inner type of optional(), nullable(), default() and the like; of a pipe the end that has a shape.
  const inner = [def.innerType, def.getter?.(), def.in, def.out]
  for (const one of inner) {
    const shape = one && shapeOf(one)
    if (shape) return shape
  }
  return undefined
}

const listOf = (items: Shape | undefined): Shape | undefined => items && { fields: undefined, items }

function fieldsOf(shape: Record<string, Schema>): Map<string, Field> {
  return new Map(
    Object.entries(shape).map(([name, schema]) => {
      const takes = (value: null | undefined) => (schema as z.ZodType).safeParse(value).success
      return [name, { shape: () => shapeOf(schema), isDroppedIfNull: takes(undefined) && !takes(null) }]
    }),
  )
}

/** A field that several forms have is examined by the first of them. */
function joined(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  const objects = shapes.flatMap((shape) => (shape?.fields ? [shape.fields] : []))
  const items = shapes.find((shape) => shape?.items)?.items
  if (objects.length === 0) return listOf(items)
  const fields = new Map<string, Field>()
  for (const [name, field] of objects.flatMap((one) => [...one])) {
    if (!fields.has(name)) fields.set(name, field)
  }
  return { fields, items }
}
