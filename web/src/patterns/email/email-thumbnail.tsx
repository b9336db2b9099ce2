import { useQuery } from '@tanstack/react-query'
import type { PictureQuery } from '../../api/content/templates.ts'
import { classes } from '../../components/classes.ts'
import { useWasVisible } from '../../hooks/use-was-visible.ts'
import { EmailFrame } from './email-frame.tsx'

const SCALES = { half: 'w-[200%] scale-50', third: 'w-[300%] scale-[0.3334]' }

type EmailThumbnailProps = {
  title: string
  query: PictureQuery
  size: keyof typeof SCALES
  className: string
}

/** The top of an email, small. Rendered when it becomes visible: a list may have hundreds. */
export function EmailThumbnail({ title, query, size, className }: EmailThumbnailProps) {
  const { element, wasVisible } = useWasVisible<HTMLDivElement>()
  const { data } = useQuery({ ...query, enabled: wasVisible })
  return (
    <div ref={element} inert className={classes('overflow-hidden bg-white', className)}>
      {data && (
        <div className={classes('origin-top-left', SCALES[size])}>
          <EmailFrame title={title} html={data.html} width="desktop" isBare />
        </div>
      )}
    </div>
  )
}
