import { defineThreadTask } from '../../platform/threads/thread-task.ts'
import type { RequiredVariable, TemplateSource } from '../../platform/liquid/compile.ts'
import type { PartialSet } from './partials/expand-partials.ts'
import type { ValueProblem } from './fill-values.ts'
import type { TemplateInspection } from './prepare/inspect-template.ts'
import type { PreparedTemplate, TemplateInput } from './prepare/prepare-template.ts'

// Half a second; many times that on a machine under load. The time does not depend on the template, so it is a task of its own;
// the pool gives the next task to the same thread.
const LOAD_LIMIT_MS = 30_000

export const loadMjmlTask = defineThreadTask<null, null>({
  name: 'templates.load-mjml',
  limitMs: LOAD_LIMIT_MS,
})

// The work has limits of its own (elements, components, rules) that keep it below a second on a free core.
const PREPARE_LIMIT_MS = 8_000

export const prepareTask = defineThreadTask<TemplateInput, PreparedTemplate>({
  name: 'templates.prepare',
  limitMs: PREPARE_LIMIT_MS,
})

export type ExpandInput = { body: string; partials: PartialSet }

/** Puts partials into a body. */
export const expandTask = defineThreadTask<ExpandInput, string>({
  name: 'templates.expand',
  limitMs: PREPARE_LIMIT_MS,
})

/** Prepares the template again and checks the result. */
export const inspectTask = defineThreadTask<TemplateInput, TemplateInspection>({
  name: 'templates.inspect',
  limitMs: PREPARE_LIMIT_MS,
})

/** The variables of a prepared template that need a value. */
export const requiredTask = defineThreadTask<TemplateSource, RequiredVariable[]>({
  name: 'templates.required',
  limitMs: PREPARE_LIMIT_MS,
})

export type FillValuesInput = { values: Record<string, unknown>; variables: Record<string, unknown> }

// A few texts, each with the limits of a rendered part.
const VALUES_LIMIT_MS = 2_000

export const fillValuesTask = defineThreadTask<FillValuesInput, Record<string, unknown>>({
  name: 'templates.fill-values',
  limitMs: VALUES_LIMIT_MS,
})

export const checkValuesTask = defineThreadTask<Record<string, unknown>, ValueProblem[]>({
  name: 'templates.check-values',
  limitMs: VALUES_LIMIT_MS,
})

// Rendering has its own limit of 0.4 s of work, checked between two steps. This one limits a single step, on a machine that
// may be busy.
const RENDER_LIMIT_MS = 2_000

/** `key` identifies the version, whose content never changes. */
export type RenderInput = { key: string; source: TemplateSource; variables: Record<string, unknown> }
export type RenderOutput = { subject: string; html: Uint8Array; text: Uint8Array; missing: string[] }

export const renderTask = defineThreadTask<RenderInput, RenderOutput>({
  name: 'templates.render',
  limitMs: RENDER_LIMIT_MS,
})
