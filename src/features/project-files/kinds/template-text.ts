// The files of a template: `welcome.mjml` or `.html` with the fields above the body, `welcome.txt` with a text part of its own,
// `welcome.blocks.json` with the document of the editor, and the same in other languages: `welcome.de.mjml`, `welcome.de.txt`.
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import { printFrontMatter } from '../../../platform/text/front-matter.ts'
import { TemplateCreate } from '../../templates/templates.schema.ts'
import { bodyEnding } from '../body-ending.ts'
import type { ProjectFile, RecordFiles } from '../file-kind.ts'
import { pathOf, stemOfName } from '../file-names.ts'
import {
  checkFields,
  fileProblem,
  inFile,
  readJsonFile,
  readTextFile,
  refuseUnknown,
  withLineEnd,
  withoutLineEnd,
} from '../read-fields.ts'

type Translation = { subject: string; previewText: string | null; body: string; text: string | null }

export type TemplateFields = {
  name: string
  alias: string | null
  description: string | null
  subject: string
  previewText: string | null
  type: 'TRANSACTIONAL' | 'MARKETING'
  topic: string | null
  from: string | null
  fromName: string | null
  replyTo: string | null
  body: string
  text: string | null
  blocks: object | null
  translations: Record<string, Translation>
}

/** The fields above the body, in their order. */
const HEAD = [
  'name',
  'alias',
  'description',
  'subject',
  'previewText',
  'type',
  'topic',
  'from',
  'fromName',
  'replyTo',
] as const
const TRANSLATED_HEAD = ['subject', 'previewText'] as const

const BLOCKS = '.blocks.json'

/** A template without an alias is known by its name. */
export const stemOfTemplate = ({ alias, name }: { alias: string | null; name: string }): string =>
  alias ?? stemOfName(name)

export function printTemplate({ stem, fields }: { stem: string; fields: TemplateFields }): ProjectFile[] {
  const { blocks, translations } = fields
  const file = (ending: string, text: string) => ({ path: pathOf('template', stem, ending), text })
  const textsOf = (
    language: string,
    { body, text, head }: { body: string; text: string | null; head: Record<string, unknown> },
  ) => [
    file(`${language}${bodyEnding(body)}`, printFrontMatter({ fields: head, body: withLineEnd(body) })),
    ...(text === null ? [] : [file(`${language}.txt`, withLineEnd(text))]),
  ]
  return [
    ...textsOf('', { ...fields, head: headOf(fields, HEAD) }),
    ...(blocks ? [file(BLOCKS, printCommentedJson(blocks))] : []),
    ...Object.entries(translations).flatMap(([language, texts]) =>
      textsOf(`.${language}`, { ...texts, head: headOf(texts, TRANSLATED_HEAD) }),
    ),
  ]
}

const headOf = (fields: object, names: readonly string[]): Record<string, unknown> => {
  const all = fields as Record<string, unknown>
  return Object.fromEntries(names.filter((name) => all[name] !== null).map((name) => [name, all[name]]))
}

type TextFiles = { main?: ProjectFile; text?: ProjectFile }

/** @throws AppError with the file and the field of each mistake */
export function parseTemplate({ stem, files }: RecordFiles): TemplateFields {
  const { languages, blocks } = sortFiles(files)
  const [first] = [...files.values()]
  const own = languages.get('')
  languages.delete('')
  const main = own?.main
  if (!main) {
    throw fileProblem(first?.path ?? stem, {
      message: `needs ${pathOf('template', stem, '.html')} or .mjml beside it`,
    })
  }
  const head = readMain(main, HEAD)
  const translations = Object.fromEntries(
    [...languages].map(([language, { main: translated, text }]) => {
      if (!translated) {
        throw fileProblem(text?.path ?? stem, {
          message: `needs the body in ${language} beside it, as .html or .mjml`,
        })
      }
      return [language, { ...readMain(translated, TRANSLATED_HEAD), ...readText(text) }]
    }),
  )
  const given = {
    ...head,
    ...readText(own.text),
    ...(blocks && { blocks: readJsonFile(blocks) }),
    translations,
  }
  const isMade = blocks !== undefined && given.body === ''
  const checked = checkFields(TemplateCreate, isMade ? { ...given, body: undefined } : given, (field) =>
    placeOfField(field, { main, text: own.text, blocks, languages }),
  )
  const fields = { ...checked, body: checked.body ?? '' } as TemplateFields
  requireNames({ stem, fields, main, languages })
  return fields
}

function sortFiles(files: RecordFiles['files']) {
  const languages = new Map<string, TextFiles>()
  let blocks: ProjectFile | undefined
  for (const [ending, file] of files) {
    if (ending === BLOCKS) {
      blocks = file
      continue
    }
    const [, language = '', form] = /^(?:\.([A-Za-z0-9-]+))?\.(html|mjml|txt)$/.exec(ending) ?? []
    if (form === undefined) {
      throw fileProblem(file.path, {
        message:
          'must end with .html, .mjml, .txt or .blocks.json, after a language tag if it is a translation',
      })
    }
    const texts = languages.get(language) ?? {}
    const name = form === 'txt' ? 'text' : 'main'
    const other = texts[name]
    if (other) {
      throw fileProblem(file.path, { message: `is the same body as ${other.path}: delete one of the two` })
    }
    languages.set(language, { ...texts, [name]: file })
  }
  return { languages, blocks }
}

function readMain(file: ProjectFile, known: readonly string[]): Record<string, unknown> & { body: string } {
  const { fields, body } = readTextFile(file)
  refuseUnknown(fields, { path: file.path, known })
  return { ...fields, body }
}

const readText = (file: ProjectFile | undefined) => (file ? { text: withoutLineEnd(file.text) } : {})

type Places = {
  main: ProjectFile
  text: ProjectFile | undefined
  blocks: ProjectFile | undefined
  languages: ReadonlyMap<string, TextFiles>
}

function placeOfField(field: string, { main, text, blocks, languages }: Places): string {
  const [name = '', language = '', ...rest] = field.split('.')
  if (name === 'text') return inFile(text?.path ?? main.path, text ? '' : field)
  if (name === 'blocks') return inFile(blocks?.path ?? main.path, field.replace(/^blocks\.?/, ''))
  if (name !== 'translations') return inFile(main.path, field)
  const texts = languages.get(language)
  const inner = rest.join('.')
  return inFile((inner === 'text' ? texts?.text : texts?.main)?.path ?? main.path, inner)
}

type NamedTemplate = {
  stem: string
  fields: TemplateFields
  main: ProjectFile
  languages: ReadonlyMap<string, TextFiles>
}

/** One record has one set of names, so that nobody has two files for it. */
function requireNames({ stem, fields, main, languages }: NamedTemplate): void {
  const expected = stemOfTemplate(fields)
  if (stem !== expected) {
    const because = fields.alias === null ? 'name' : 'alias'
    throw fileProblem(main.path, {
      field: because,
      message: `belongs to ${pathOf('template', expected, bodyEnding(fields.body))}: rename the file, or change the ${because}`,
    })
  }
  requireEnding(main, { stem, language: '', body: fields.body, hasBlocks: fields.blocks !== null })
  for (const [language, { body }] of Object.entries(fields.translations)) {
    const file = languages.get(language)?.main
    if (file) requireEnding(file, { stem, language: `.${language}`, body, hasBlocks: false })
  }
}

type BodyFile = { stem: string; language: string; body: string; hasBlocks: boolean }

function requireEnding({ path }: ProjectFile, { stem, language, body, hasBlocks }: BodyFile): void {
  const ending = hasBlocks && body === '' ? '.mjml' : bodyEnding(body)
  const expected = pathOf('template', stem, `${language}${ending}`)
  if (path !== expected) {
    throw fileProblem(path, { message: `must have the name ${expected}, by its content` })
  }
}
