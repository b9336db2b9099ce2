import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/properties.ts'
import { scanHtml } from './html-scan.ts'
import type { HtmlEvent } from './html-scan.ts'
import { findPieces } from './liquid-pieces.ts'
import type { Piece } from './liquid-pieces.ts'

const scan = (source: string) => scanHtml(source, findPieces(source))

function piecesIn(event: HtmlEvent): Piece[] {
  if (event.type === 'open') return [...event.loose, ...event.attributes.flatMap(({ pieces }) => pieces)]
  return 'pieces' in event ? event.pieces : []
}

describe('scanHtml', () => {
  it('leaves no gap, whatever the author wrote', () => {
    const parts =
      '< > / ! -- " \' = a href <style> </style> <!-- --> <a_href=" title=\' ? {{x}} {%if_a>b%} {%endif%} <p </p> é'
    const words = parts.split(' ').map((part) => part.replaceAll('_', ' '))
    const source = fc
      .array(fc.constantFrom(' ', '\n', ...words), { maxLength: 30 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(source, (html) => {
        const events = scan(html)
        expect(events.map(({ from, to }) => html.slice(from, to)).join('')).toBe(html)
        const shown = events.flatMap((event) => (event.type === 'liquid' ? [event.piece] : piecesIn(event)))
        expect(shown.toSorted((a, b) => a.from - b.from)).toEqual(findPieces(html))
      }),
      propertyRuns(2000),
    )
  })
})
