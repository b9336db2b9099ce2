// HTML that others wrote, in a frame that can do nothing: see src/features/dashboard/preview-frame.ts. It grows with its
// content, so there is one scroll bar and not two.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

/** No email is that long; a page that grows without end must not take the dashboard with it. */
const MOST_HEIGHT = 20_000
const LEAST_HEIGHT = 120

type HtmlPreviewProps = {
  title: string
  html: string
  /** Whether images of other servers are loaded, which tells those that somebody looks. */
  areImagesAllowed: boolean
  /** How the addresses of images begin that are shown all the same, because they are ours. */
  ownImages?: string
  width: 'phone' | 'desktop'
  /** As an email app with a dark mode shows it. */
  isDark?: boolean
  /** Without a frame of its own, where something else is the frame. */
  isBare?: boolean
}

/** Apps leave emails alone that have dark colours of their own, and turn the colours of all others. */
const hasDarkColors = (html: string): boolean => /prefers-color-scheme\s*:\s*dark/i.test(html)

const themeOf = (html: string, isDark: boolean) => ({
  colorScheme: isDark && hasDarkColors(html) ? 'dark' : 'light',
  filter: isDark && !hasDarkColors(html) ? 'invert(0.92) hue-rotate(180deg)' : 'none',
})

type FromFrame = { type?: unknown; height?: unknown } | null

export function HtmlPreview(props: HtmlPreviewProps) {
  const { title, html, areImagesAllowed, ownImages = '', width, isDark = false, isBare = false } = props
  const frame = useRef<HTMLIFrameElement>(null)
  // Counts, because a frame that is replaced says it again.
  const [readyCount, setReadyCount] = useState(0)
  const [height, setHeight] = useState(LEAST_HEIGHT)
  // Before anything else can run: a frame that says "ready" to nobody stays empty for ever.
  useLayoutEffect(() => {
    const onMessage = (event: MessageEvent<FromFrame>) => {
      if (event.source !== frame.current?.contentWindow) return
      if (event.data?.type === 'ready') setReadyCount((count) => count + 1)
      if (event.data?.type === 'height' && typeof event.data.height === 'number') {
        setHeight(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, event.data.height)))
      }
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // The frame has an origin of its own, which has no name to address.
    const message = { html, images: areImagesAllowed, own: ownImages }
    if (readyCount > 0) frame.current?.contentWindow?.postMessage(message, '*')
  }, [readyCount, html, areImagesAllowed, ownImages])
  return (
    <iframe
      ref={frame}
      key={String(areImagesAllowed)}
      title={title}
      src={areImagesAllowed ? '/app/frame?images=allowed' : '/app/frame'}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      className={classes(
        'mx-auto block transition-[width]',
        !isBare && 'rounded-xl border border-line shadow-raised',
        isDark && hasDarkColors(html) ? 'bg-black' : 'bg-white',
        width === 'phone' ? 'w-[390px] max-w-full' : 'w-full',
      )}
      style={{ height: height + 2, ...themeOf(html, isDark) }}
    />
  )
}
