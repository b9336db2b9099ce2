// Emails that the project writes with react-email: `templates/welcome.tsx` makes `templates/welcome.html`. They are rendered here,
// by the packages of the project, because they are its own code; the server gets HTML.
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { printFrontMatter } from '../../../platform/text/front-matter.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { readFolder, writeProjectFile } from './folder.ts'
import type { LocalFiles } from './folder.ts'

const SOURCE = /^templates\/([^/.]+)(\.[A-Za-z0-9-]+)?\.tsx$/

/** Whether another file of the folder makes this one. */
export const isMadeHere = (name: string, local: LocalFiles): boolean => {
  const source = name.replace(/\.html$/, '.tsx')
  return SOURCE.test(source) && local.has(source)
}

const madeBy = (source: string): string => source.replace(/\.tsx$/, '.html')

type EmailModule = { default?: unknown; template?: unknown; props?: unknown }
type React = { createElement: (component: never, props: object) => unknown }
type Renderer = { render: (element: never) => Promise<string> }
type Compiler = {
  createJiti: (place: string, options: object) => { import: (file: string) => Promise<EmailModule> }
}
type Tools = {
  createElement: React['createElement']
  render: Renderer['render']
  load: (source: string) => Promise<EmailModule>
}

/** The files as a server takes them: with HTML in place of its sources. */
export async function withReactEmails(folder: string, local: LocalFiles): Promise<LocalFiles> {
  const sources = [...local.keys()].filter((name) => SOURCE.test(name))
  if (sources.length === 0) return local
  const tools = await loadTools(folder)
  const files = new Map(local)
  for (const source of sources) {
    files.delete(source)
    files.set(madeBy(source), await renderFile(source, tools))
  }
  return files
}

/** Writes the HTML beside its sources, so that a review shows what people get. */
export async function writeReactEmails(folder: string, rendered: LocalFiles): Promise<void> {
  const local = await readFolder(folder)
  for (const source of [...local.keys()].filter((name) => SOURCE.test(name))) {
    const name = madeBy(source)
    const text = rendered.get(name)
    if (text !== undefined && text !== local.get(name)) await writeProjectFile(folder, { name, text })
  }
}

async function renderFile(source: string, tools: Tools): Promise<string> {
  try {
    const { default: component, template, props } = await tools.load(source)
    if (typeof component !== 'function') throw new Error('it has no default export that is a component')
    const html = await tools.render(
      tools.createElement(component as never, isFields(props) ? props : {}) as never,
    )
    return printFrontMatter({ fields: fieldsOf(source, template), body: `${withPlainLiquid(html)}\n` })
  } catch (error) {
    throw failure(`${source} cannot be rendered: ${(error as Error).message}`)
  }
}

const failure = (message: string) => new CommandFailure(message, { exitStatus: EXIT.failure })

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Those of the export `template`. The alias is the name of the file; a translation has neither. */
function fieldsOf(source: string, template: unknown): Record<string, unknown> {
  const [, alias = '', language] = SOURCE.exec(source) ?? []
  if (!isFields(template) || typeof template['subject'] !== 'string') {
    throw new Error("it must export its fields: export const template = { subject: 'Welcome' }")
  }
  return language === undefined ? { name: alias, alias, ...template } : template
}

const ENTITIES: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** React escapes the quotation marks in `{{ name | default: "you" }}`, which Liquid would not read then. */
const withPlainLiquid = (html: string): string =>
  html.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g, (liquid) =>
    liquid.replace(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity),
  )

async function loadTools(folder: string): Promise<Tools> {
  const place = path.resolve(folder, 'package.json')
  const near = createRequire(place)
  // It brings the compiler and the renderer along, which need not be visible from the folder.
  const bundle = resolved(near, 'react-email')
  const places = [near, ...(bundle === undefined ? [] : [createRequire(bundle)])]
  const load = async <Module>(name: string): Promise<Module> => {
    const file = places.map((one) => resolved(one, name)).find((one) => one !== undefined)
    if (file === undefined) throw lacking(folder)
    const module = (await import(pathToFileURL(file).href)) as Module & { default?: Module }
    return { ...module.default, ...module }
  }
  const { createElement } = await load<React>('react')
  const { render } = await load<Renderer>('@react-email/render')
  const { createJiti } = await load<Compiler>('jiti')
  // Without a cache: an email may import files that have changed.
  const compiler = createJiti(place, { jsx: { runtime: 'automatic' }, fsCache: false, moduleCache: false })
  return { createElement, render, load: (source) => compiler.import(path.resolve(folder, source)) }
}

const lacking = (folder: string) =>
  failure(
    `Emails in TSX are rendered by the packages of your project. Install them in ${folder} or above it: npm install react-email react react-dom`,
  )

function resolved(near: NodeJS.Require, name: string): string | undefined {
  try {
    return near.resolve(name)
  } catch {
    return undefined
  }
}
