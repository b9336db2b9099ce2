// Finds what the author wrote that email clients treat differently: elements, attributes, pictures, and CSS in style blocks and
// style attributes. It reads the source and not the HTML made from it: what the MJML compiler adds has its own fallbacks, and
// a line of the source is what the author can change.
import type { Attribute, HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import { findInStyle, findInStylesheet } from './css-features.ts'
import type { OnFeature } from './css-features.ts'

export type ScannedSource = {
  /** The source, with blanks in place of its Liquid. */
  covered: string
  events: readonly HtmlEvent[]
}

/** The first place of each feature. */
export function findFeatures({ covered, events }: ScannedSource): Map<string, number> {
  const places = new Map<string, number>()
  const found: OnFeature = (slug, offset) => {
    if (!places.has(slug)) places.set(slug, offset)
  }
  let isMjmlStyle = false
  for (const event of events) {
    if (event.type === 'open' || event.type === 'close') isMjmlStyle = isOpeningStyle(event)
    if (event.type === 'open') findInTag(covered, event, found)
    const isCss = event.type === 'rawtext' ? event.element === 'style' : isMjmlStyle && event.type === 'text'
    if (isCss) findInStylesheet({ text: covered.slice(event.from, event.to), from: event.from, found })
  }
  return places
}

const isOpeningStyle = ({ type, name }: { type: string; name: string }): boolean =>
  type === 'open' && name === 'mj-style'

const ELEMENTS: Readonly<Record<string, string>> = {
  audio: 'html-audio',
  video: 'html-video',
  form: 'html-form',
  select: 'html-select',
  textarea: 'html-textarea',
  object: 'html-object',
  embed: 'html-object',
  dialog: 'html-dialog',
  svg: 'html-svg',
  meter: 'html-meter',
  progress: 'html-progress',
  marquee: 'html-marquee',
  picture: 'html-picture',
  script: 'html-script',
  iframe: 'html-iframe',
}

const INPUTS: Readonly<Record<string, string>> = {
  checkbox: 'html-input-checkbox',
  radio: 'html-input-radio',
  submit: 'html-input-submit',
  text: 'html-input-text',
}

const PICTURES = new Set(['img', 'mj-image', 'mj-carousel-image', 'source'])

function findInTag(covered: string, tag: OpenTag, found: OnFeature): void {
  const { name, from } = tag
  const value = (attribute: string) => valueOf(covered, tag, attribute)
  const slug = ELEMENTS[name]
  if (slug !== undefined) found(slug, from)
  if (name === 'input') found(INPUTS[value('type')?.toLowerCase() ?? 'text'] ?? 'html-input-text', from)
  if (name === 'link' && /stylesheet/i.test(value('rel') ?? '')) found('html-link', from)
  if (PICTURES.has(name)) {
    const format = formatOf(value('src') ?? '')
    if (format !== undefined) found(`image-${format}`, from)
    if (value('srcset') !== undefined) found('html-srcset', from)
  }
  const style = tag.attributes.find((attribute) => attribute.name === 'style')?.value
  if (style) findInStyle({ text: covered.slice(style.from, style.to), from: style.from, found })
}

const FORMATS: Readonly<Record<string, string>> = {
  svg: 'svg',
  webp: 'webp',
  avif: 'avif',
  apng: 'apng',
  heic: 'heif',
  heif: 'heif',
  tif: 'tiff',
  tiff: 'tiff',
  ico: 'ico',
  mp4: 'mp4',
}

// Longer addresses are data, and an extension stands at the end of the path.
const LONGEST_ADDRESS = 2_000

function formatOf(src: string): string | undefined {
  if (/^\s*data:/i.test(src)) return 'base64'
  if (src.length > LONGEST_ADDRESS) return undefined
  const extension = /\.([a-z0-9]{2,5})\s*(?:[?#]|$)/i.exec(src.trim())?.[1]
  return extension === undefined ? undefined : FORMATS[extension.toLowerCase()]
}

/** The value of an attribute as written, without its quotes; undefined if the tag has no such attribute. */
export function valueOf(source: string, { attributes }: OpenTag, wanted: string): string | undefined {
  const attribute: Attribute | undefined = attributes.find(({ name }) => name === wanted)
  if (!attribute) return undefined
  return attribute.value ? source.slice(attribute.value.from, attribute.value.to) : ''
}
