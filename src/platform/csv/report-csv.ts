// A report as CSV with the columns section, item, figure and value: one row per figure, so that reports of any kind have the same
// form and a spreadsheet can pivot them.
import { reportLine } from './csv-write.ts'

type Figures = Readonly<Record<string, unknown>>

type Place = { section: string; item: string; prefix: string }

const isFigures = (value: unknown): value is Figures =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function rowsOf(figures: Figures, { section, item, prefix }: Place): unknown[][] {
  return Object.entries(figures).flatMap(([name, value]): unknown[][] => {
    if (Array.isArray(value)) return listRows(section === '' ? name : `${section}.${name}`, value)
    if (!isFigures(value)) return [[section, item, prefix + name, value]]
    return section === ''
      ? rowsOf(value, { section: name, item: '', prefix: '' })
      : rowsOf(value, { section, item, prefix: `${prefix}${name}.` })
  })
}

/** The first text of an element, such as its URL, names it. */
function listRows(section: string, list: readonly unknown[]): unknown[][] {
  return list.filter(isFigures).flatMap((element, index) => {
    const entries = Object.entries(element)
    const [key, name] = entries.find((entry): entry is [string, string] => typeof entry[1] === 'string') ?? []
    const rest = Object.fromEntries(entries.filter(([other]) => other !== key))
    return rowsOf(rest, { section, item: name ?? String(index + 1), prefix: '' })
  })
}

export const reportCsv = (report: Figures): string =>
  [['section', 'item', 'figure', 'value'], ...rowsOf(report, { section: '', item: '', prefix: '' })]
    .map(reportLine)
    .join('')
