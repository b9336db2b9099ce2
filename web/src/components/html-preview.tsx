// Untrusted HTML in a sandboxed frame: see src/features/dashboard/preview-frame.ts. The frame grows with its content, so
// that there is only one scroll bar.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

/** No email is that long; a document that keeps growing must not break the dashboard. */
const MAX_HEIGHT = 20_000
const MIN_HEIGHT = 120

type HtmlPreviewProps = {
  title: string
  html: string
  /** Whether to load images of other servers, which tells them that the email was opened. */
  areImagesAllowed: boolean
  /** URL prefix of our own images, which are always shown. */
  ownImages?: string
  width: 'phone' | 'desktop'
  /** Imitates the dark mode of email apps. */
  isDark?: boolean
  isBare?: boolean
}

/** Apps invert the colours of emails, except of those with dark colours of their own. */
const hasDarkColors = (html: string): boolean => /prefers-color-scheme\s*:\s*dark/i.test(html)

type FrameMessage = { type?: unknown; height?: unknown } | null

export function HtmlPreview(props: HtmlPreviewProps) {
  const { title, html, areImagesAllowed, ownImages = '', width, isDark = false, isBare = false } = props
  const frame = useRef<HTMLIFrameElement>(null)
  // A counter, because a replaced frame sends "ready" again.
  const [readyCount, setReadyCount] = useState(0)
  const [height, setHeight] = useState(MIN_HEIGHT)
  // A layout effect, because a frame whose "ready" is missed stays empty.
  useLayoutEffect(() => {
    const onMessage = (event: MessageEvent<FrameMessage>) => {
      if (event.source !== frame.current?.contentWindow) return
      if (event.data?.type === 'ready') setReadyCount((count) => count + 1)
      if (event.data?.type === 'height' && typeof event.data.height === 'number') {
        setHeight(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, event.data.height)))
      }
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  const hasOwnDark = hasDarkColors(html)
  const isInverted = isDark && !hasOwnDark
  useEffect(() => {
    // A sandboxed frame has an opaque origin, which cannot be named as the target.
    const message = { html, images: areImagesAllowed, own: ownImages, inverted: isInverted }
    if (readyCount > 0) frame.current?.contentWindow?.postMessage(message, '*')
  }, [readyCount, html, areImagesAllowed, ownImages, isInverted])
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
        isDark && hasOwnDark ? 'bg-black' : 'bg-white',
        width === 'phone' ? 'w-[390px] max-w-full' : 'w-full',
      )}
      style={{ height: height + 2, colorScheme: isDark && hasOwnDark ? 'dark' : 'light' }}
    />
  )
}
