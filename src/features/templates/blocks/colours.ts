// Colours of emails: which text is readable on them, and how they look on a dark background. Contrast as in WCAG 2.2.

type Rgb = [red: number, green: number, blue: number]

const rgbOf = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

// Above this relative luminance black text has more contrast than white.
const LIGHT = 0.18

export const isLight = (colour: string): boolean => luminance(colour) > LIGHT

export const readableOn = (colour: string): string => (isLight(colour) ? '#000000' : '#ffffff')

// The least contrast of text of normal size.
const READABLE = 4.5
const STEPS = 20

/** The colour if it is readable on this background, else the nearest mixture with black or white that is. */
export function madeReadable(colour: string, background: string): string {
  const target = rgbOf(readableOn(background))
  const from = rgbOf(colour)
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = hexOf(from.map((value, at) => value + ((target[at] ?? 0) - value) * (step / STEPS)) as Rgb)
    if (contrast(mixed, background) >= READABLE) return mixed
  }
  return readableOn(background)
}
