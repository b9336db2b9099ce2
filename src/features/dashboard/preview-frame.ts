// The frame in which the dashboard shows an email. The content of an email is untrusted, so the frame has its own origin, and
// runs only our script. It gets the HTML by a message, because a frame with srcdoc inherits the policy of the dashboard, which
// forbids the inline styles of emails.
import { createHash } from 'node:crypto'

/**
 * Removes everything that loads, refreshes, runs or takes the focus, even what the browser would block anyway, to avoid its
 * console errors. A frameset has no body afterwards.
 *
 * `inverted` imitates the dark mode of email apps, which change colours and leave pictures as they are, also those behind texts. Inverting
 * by 0.92 makes the range of brightness smaller, so the contrast of pictures is raised before by as much (1 / 0.84).
 */
const SCRIPT = `
const FORBIDDEN = 'script,base,link,meta,iframe,frame,frameset,object,embed,applet,portal,audio,video,source,track'
let own
const isRemote = (url) => !/^\\s*(data:|#|$)/i.test(url) && !(own && url.trim().startsWith(own) && !url.includes(','))
function clean(root, images) {
  for (const one of root.querySelectorAll(FORBIDDEN)) one.remove()
  for (const one of root.querySelectorAll('template')) clean(one.content, images)
  for (const one of root.querySelectorAll('*')) {
    for (const { name, value } of [...one.attributes]) {
      if (/^(on.*|autofocus)$/i.test(name)) one.removeAttribute(name)
      if (/^(href|xlink:href|action|formaction)$/i.test(name) && !/^\\s*(https?:|mailto:|tel:|#)/i.test(value)) one.removeAttribute(name)
      if (!images && /^(src|srcset|background|poster)$/i.test(name) && isRemote(value)) one.removeAttribute(name)
      if (!images && name === 'style' && /url\\(/i.test(value)) one.setAttribute('style', value.replace(/url\\([^)]*\\)/gi, 'none'))
    }
  }
  if (!images) for (const one of root.querySelectorAll('style')) one.textContent = one.textContent.replace(/@import[^;]*;|url\\([^)]*\\)/gi, '')
  for (const one of root.querySelectorAll('a[href],area[href]')) { one.target = '_blank'; one.rel = 'noopener noreferrer' }
}
const PICTURE = ':is(img, [background], [style*="url("])'
const DARK = 'html { background: white; filter: invert(0.92) hue-rotate(180deg) } '
  + PICTURE + ' { filter: contrast(1.19) invert(1) hue-rotate(180deg) } ' + PICTURE + ' ' + PICTURE + ' { filter: none }'
const measure = () => parent.postMessage({ type: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*')
addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data?.html !== 'string') return
  const email = new DOMParser().parseFromString(event.data.html.replace(/<base\\b/gi, '<x-base'), 'text/html')
  own = typeof event.data.own === 'string' && event.data.own !== '' ? event.data.own : undefined
  clean(email, event.data.images === true)
  document.documentElement.replaceChildren(email.head, email.body ?? document.createElement('body'))
  if (event.data.inverted === true) document.head.append(Object.assign(document.createElement('style'), { textContent: DARK }))
  new ResizeObserver(measure).observe(document.body)
  measure()
})
parent.postMessage({ type: 'ready' }, '*')
`

export const PREVIEW_FRAME = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Email</title></head><body><script>${SCRIPT}</script></body></html>
`

const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

type FrameOptions = { areImagesAllowed: boolean; ownImages: string }

/**
 * Loading images reveals to other servers that the email is being read, so it needs the consent of the user. Images uploaded
 * here (their URLs begin with `ownImages`) are always allowed.
 */
export const framePolicy = ({ areImagesAllowed, ownImages }: FrameOptions) =>
  [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src 'sha256-${SCRIPT_HASH}'`,
    "style-src 'unsafe-inline'",
    `img-src data: ${areImagesAllowed ? 'https: http:' : ownImages}`,
    'font-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
