// The email of a step as a small picture on its card. It is asked for when it has been on the screen, large enough to be recognized.
import { useQuery } from '@tanstack/react-query'
import { useStore } from '@xyflow/react'
import { memo } from 'react'
import { emailPictureQuery } from '../../../api/content/templates.ts'
import type { PicturedEmail } from '../../../api/content/templates.ts'
import { useProject } from '../../../app/use-project.ts'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import { useWasVisible } from '../../../hooks/use-was-visible.ts'
import { EmailFrame } from '../../../patterns/email/email-frame.tsx'
import { CARD } from '../model/arrange.ts'

const WIDTH = 52
const MARGIN = 8
/** The width of a phone, where the letters of an email are largest. */
const EMAIL_WIDTH = 390
// While somebody is typing the email.
const PAUSE_MS = 800
// Smaller ones are spots.
const MIN_ZOOM = 0.55

type EmailPictureProps = { email: PicturedEmail; title: string; x: number; y: number }

export const EmailPicture = memo(function EmailPicture({ email, title, x, y }: EmailPictureProps) {
  const isLarge = useStore(({ transform: [, , zoom] }) => zoom >= MIN_ZOOM)
  const left = x + CARD.width - WIDTH - MARGIN
  return (
    <div
      inert
      className="pointer-events-none absolute overflow-hidden rounded-md border border-line bg-white"
      style={{
        transform: `translate(${left}px, ${y + MARGIN}px)`,
        width: WIDTH,
        height: CARD.height - 2 * MARGIN,
      }}
    >
      {isLarge && <Picture email={email} title={title} />}
    </div>
  )
})

function Picture({ email, title }: Pick<EmailPictureProps, 'email' | 'title'>) {
  const { api } = useProject()
  const { element, wasVisible } = useWasVisible<HTMLDivElement>()
  const settled = useDebounced(email, PAUSE_MS)
  const { data } = useQuery({ ...emailPictureQuery(api, settled), enabled: wasVisible })
  return (
    <div ref={element} className="size-full">
      {data && (
        <div
          className="origin-top-left"
          style={{ width: EMAIL_WIDTH, transform: `scale(${WIDTH / EMAIL_WIDTH})` }}
        >
          <EmailFrame title={title} html={data.html} width="desktop" isBare />
        </div>
      )}
    </div>
  )
}
