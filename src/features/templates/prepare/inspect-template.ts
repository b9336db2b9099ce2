// Finds what may go wrong when a template is sent: the checks of saving it, links that lead nowhere, and variables that print
// nothing if a contact has no value. Runs in a thread.
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { TemplateSyntaxError } from '../../../platform/liquid/template-errors.ts'
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'
import { badHref } from './bad-links.ts'
import { prepareTemplate } from './prepare-template.ts'
import type { PreparedTemplate, TemplateInput } from './prepare-template.ts'
import type { Check } from './template-checks.ts'

export type TemplateInspection = {
  checks: Check[]
  /** Variables printed without a fallback. */
  bare: string[]
  prepared: PreparedTemplate
}

/** @throws AppError TEMPLATE_SYNTAX */
export async function inspectTemplate(input: TemplateInput): Promise<TemplateInspection> {
  const prepared = await prepareTemplate(input)
  const { html, text, checks, variables } = prepared
  const printed = [input.subject, input.fromName ?? '', html, text].flatMap(bareNames)
  return {
    checks: [...checks, ...checkLinks(html)],
    bare: [...new Set(printed)].filter((name) => variables.includes(name)).toSorted(),
    prepared,
  }
}

const HAS_FALLBACK = /\?\?|\|\s*default\b/

/** Includes loop variables, which the caller removes. */
function bareNames(source: string): string[] {
  const outputs = findPieces(source).filter(({ kind, text }) => kind === 'output' && !HAS_FALLBACK.test(text))
  return [...new Set(outputs.map(({ text }) => text))].flatMap(namesIn)
}

/** An output outside its context may be invalid Liquid. */
function namesIn(output: string): readonly string[] {
  try {
    return compileTemplate({ subject: output, html: '', text: '' }).variables
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return []
    throw error
  }
}

// Enough to find the mistake; a body can have thousands.
const MOST_NAMED = 5

function checkLinks(html: string): Check[] {
  const bad = badLinks(html)
  if (bad.length === 0) return []
  const named = [...new Set(bad)].slice(0, MOST_NAMED).map((href) => JSON.stringify(href))
  const links = bad.length === 1 ? '1 link does not lead' : `${bad.length} links do not lead`
  return [
    {
      code: 'LINK_NOT_HTTP',
      level: 'warning',
      message: `${links} to an http or https address: ${named.join(', ')}.`,
    },
  ]
}

function badLinks(html: string): string[] {
  try {
    return scanHtml(html, findPieces(html)).flatMap((event) =>
      event.type === 'open' && (event.name === 'a' || event.name === 'area')
        ? event.attributes.flatMap((attribute) => badHref(html, attribute))
        : [],
    )
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
