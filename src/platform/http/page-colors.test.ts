import { describe, expect, it } from 'vitest'
import { brandStyle, contrastOf } from './page-colors.ts'

const textOn = (color: string) => /--on-act: (#\w{6})/.exec(brandStyle(color))?.[1] ?? ''
const edgesOf = (color: string) =>
  [...brandStyle(color).matchAll(/--edge: (#\w{6})/g)].map(([, edge = '']) => edge)

describe('the colour of a project', () => {
  it.each([
    ['#ffffff', '#000000'],
    ['#ffff00', '#000000'],
    ['#1d4ed8', '#ffffff'],
    ['#0f766e', '#ffffff'],
    ['#000000', '#ffffff'],
  ])('%s gets text in %s', (color, text) => expect(textOn(color)).toBe(text))

  it('can be read, and its edges seen, whatever it is', () => {
    const parts = ['00', '33', '66', '77', '88', '99', 'cc', 'ff']
    const colors = parts.flatMap((red) =>
      parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
    )
    for (const color of colors) {
      const [light = '', dark = ''] = edgesOf(color)
      const contrasts = [
        contrastOf(color, textOn(color)) / 4.5,
        contrastOf(light, '#ffffff') / 3,
        contrastOf(dark, '#1c1c1f') / 3,
      ]
      expect([color, Math.min(...contrasts) >= 1]).toEqual([color, true])
    }
  })
})
