// The figures of cards and lines as text, which is compared by value: cards whose figures stay the same are not rendered again.
import { formatCount, formatShare } from '../../../format/number.ts'
import type { CardFigures, EdgeFigures } from '../model/funnel.ts'
import { editor } from '../editor.texts.ts'

const { funnel: texts } = editor

/** One or two lines. */
export function cardWords(figures: CardFigures | undefined): string | undefined {
  if (!figures) return undefined
  const { entered, here, left, email } = figures
  const line = texts.card(formatCount(entered), formatCount(here), formatCount(left))
  if (!email) return line
  const { sent, openRate, clickRate } = email
  return `${line}\n${texts.email(formatCount(sent), formatShare(openRate), formatShare(clickRate))}`
}

export const edgeWords = (figures: EdgeFigures | undefined): string | undefined =>
  figures && texts.edge(formatCount(figures.count), formatShare(figures.share))
