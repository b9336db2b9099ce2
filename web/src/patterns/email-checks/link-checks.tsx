import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleHelp, CircleMinus, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LinkCheck, LinkChecks } from '../../api/content/checks.ts'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { emailChecks } from './email-checks.texts.ts'

const { links: texts } = emailChecks

const ICONS = {
  broken: <CircleAlert className="text-bad" />,
  unsure: <CircleHelp className="text-warn" />,
  skipped: <CircleMinus className="text-soft" />,
}

type LinkCheckerProps = {
  check: () => Promise<LinkChecks>
  /** The button that leads to the link, if it has a line. */
  place: (link: LinkCheck) => ReactNode
  isReadOnly?: boolean
}

/** Asks the links of an email, by a button: it takes up to 20 seconds. */
export function LinkChecker({ check, place, isReadOnly = false }: LinkCheckerProps) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: check })
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3 border-t border-line p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-48 flex-1 text-soft">{texts.hint}</p>
        {!isReadOnly && (
          <Button size="small" icon={<Link2 />} isBusy={isPending} onClick={() => mutate()}>
            {texts.check}
          </Button>
        )}
      </div>
      {error && !isPending && <ErrorNotice error={error} />}
      {data && !isPending && <Answers checks={data} place={place} />}
    </section>
  )
}

function Answers({ checks: { links }, place }: { checks: LinkChecks } & Pick<LinkCheckerProps, 'place'>) {
  const fine = links.filter(({ status }) => status === 'ok').length
  return (
    <>
      <p role="status" className="font-medium">
        {links.length === 0 ? texts.none : texts.fine(fine, links.length)}
      </p>
      <ul className="flex flex-col gap-3">
        {links.flatMap((link) =>
          link.status === 'ok' ? (
            []
          ) : (
            <li key={link.url} className="flex items-start gap-3">
              <span className="mt-0.5 [&_svg]:size-4" role="img" aria-label={texts.status[link.status]}>
                {ICONS[link.status]}
              </span>
              <div className="min-w-0 grow">
                <p className="break-all">{link.url}</p>
                <p className="text-soft">{link.reason}</p>
              </div>
              {place(link)}
            </li>
          ),
        )}
      </ul>
    </>
  )
}
