// The colour of a project on its public pages, so that text stays readable whatever it is (WCAG 2.2, 1.4.3 and 1.4.11).

/** The grounds of cards, as in public-page.ts. */
const CARDS = { light: '#ffffff', dark: '#1c1c1f' }

/** Edges that can be seen on both cards, for colours that cannot. */
const EDGE = '#71717a'

const TEXT_CONTRAST = 4.5
const EDGE_CONTRAST = 3

/** A style sheet with the colour, such as #1d4ed8. Its text is white if that can be read, else black, which then can. */
export function brandStyle(color: string): string {
  const text = contrastOf(color, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000'
  const edgeOn = (card: string) => (contrastOf(color, card) >= EDGE_CONTRAST ? color : EDGE)
  const brand = `--act: ${color}; --on-act: ${text}`
  return [
    `:root { ${brand}; --edge: ${edgeOn(CARDS.light)} }`,
    `@media (prefers-color-scheme: dark) { :root { ${brand}; --edge: ${edgeOn(CARDS.dark)} } }`,
    'main { border-top: 4px solid var(--act) }',
  ].join('\n')
}

/** The ratio of WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const luminances = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
