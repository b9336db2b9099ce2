import { Link } from '@tanstack/react-router'
import { resumeMarketing } from '../../api/project/overview.ts'
import type { Health, Overview } from '../../api/project/overview.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { formatSmallShare } from '../../format/number.ts'
import { Card } from '../../components/page.tsx'
import { DayTime } from '../../format/time.tsx'
import { overview } from './overview.texts.ts'

const { health: texts } = overview

const TONES: Record<Health['state'], Tone> = {
  GOOD: 'good',
  TOO_FEW: 'neutral',
  WARNED: 'warn',
  PAUSED: 'bad',
}

type Limits = Overview['limits']['bounces']

/** Bounce and complaint rates, with the limits at which the server warns and pauses. */
export function Reputation({ health, limits }: { health: Health; limits: Overview['limits'] }) {
  const { api } = useProject()
  return (
    <Card
      title={texts.title}
      actions={<Badge tone={TONES[health.state]}>{texts.states[health.state]}</Badge>}
    >
      <p className="mb-4 text-xs text-soft">{texts.of(health.emails7d)}</p>
      <div className="flex flex-col gap-6">
        <Gauge name={texts.bounces} rate={health.bounceRate7d} limits={limits.bounces} />
        <Gauge name={texts.complaints} rate={health.complaintRate7d} limits={limits.complaints} />
      </div>
      <p className="mt-2 text-xs text-soft">{texts.reportable(health.reportable7d)}</p>
      {health.state !== 'GOOD' && (
        <div className="mt-4 flex flex-col items-start gap-3 border-t border-line pt-3 text-sm text-soft">
          <p>{health.reason}</p>
          <p>{health.advice}</p>
          {health.state === 'PAUSED' && <Resume />}
        </div>
      )}
      <p className="mt-3 text-sm">
        <Link
          to="/app/p/$projectId/reputation"
          params={{ projectId: api.projectId }}
          className="text-accent-text hover:underline"
        >
          {texts.overTime}
        </Link>
      </p>
      {health.refusals.length > 0 && <Refusals refusals={health.refusals} />}
    </Card>
  )
}

/** Receivers that refuse email because of the sender. */
function Refusals({ refusals }: Pick<Health, 'refusals'>) {
  return (
    <section className="mt-4 border-t border-line pt-3 text-sm">
      <h3 className="font-medium">{texts.refusals}</h3>
      <ul className="mt-2 flex flex-col gap-3">
        {refusals.map(({ receiver, kind, answer, emails, since, advice }) => (
          <li key={`${receiver} ${kind}`} className="flex flex-col gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{receiver}</span>
              <Badge tone="warn">{texts.kinds[kind]}</Badge>
              <span className="text-xs text-soft">
                {texts.refused(emails)} <DayTime at={since} />
              </span>
            </p>
            <p className="text-xs break-words text-soft">{answer}</p>
            <p className="text-soft">{advice}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Resume() {
  const { may } = useProject()
  const resume = useChange({ call: resumeMarketing, done: texts.resumed, refreshes: ['/overview'] })
  if (!may('member')) return null
  return (
    <Button isBusy={resume.isPending} onClick={() => resume.mutate()}>
      {texts.resume}
    </Button>
  )
}

// The bar extends beyond the limit, to show how far a rate exceeds it.
const OVERSHOOT = 1.25

function Gauge({ name, rate, limits }: { name: string; rate: number; limits: Limits }) {
  const end = limits.pause * OVERSHOOT
  const position = (value: number) => `${Math.min(1, value / end) * 100}%`
  const words = `${texts.warning(formatSmallShare(limits.warning))}, ${texts.pause(formatSmallShare(limits.pause))}`
  return (
    <div>
      <p className="flex items-baseline justify-between gap-2 text-sm">
        <span className="font-medium">{name}</span>
        <span className="tabular font-semibold">{formatSmallShare(rate)}</span>
      </p>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={Math.min(rate, end)}
        aria-valuetext={texts.spoken(formatSmallShare(rate), words)}
        className="relative mt-2 mb-5 h-2"
      >
        <div className="h-full overflow-hidden rounded-full bg-neutral-soft">
          <div
            className={classes('h-full rounded-full', colourOf(rate, limits))}
            style={{ width: rate === 0 ? '0' : `max(0.375rem, ${position(rate)})` }}
          />
        </div>
        {(
          [
            ['warning', 'bg-warn'],
            ['pause', 'bg-bad'],
          ] as const
        ).map(([limit, colour]) => (
          <div
            key={limit}
            aria-hidden
            className="absolute -top-1 flex -translate-x-1/2 flex-col items-center"
            style={{ left: position(limits[limit]) }}
          >
            <span className={classes('h-4 w-0.5 rounded-full', colour)} />
            <span className="tabular mt-0.5 text-[11px] text-soft">{formatSmallShare(limits[limit])}</span>
          </div>
        ))}
      </div>
      <p className="text-xs text-soft">{words}</p>
    </div>
  )
}

function colourOf(rate: number, { warning, pause }: Limits): string {
  if (rate >= pause) return 'bg-bad'
  return rate >= warning ? 'bg-warn' : 'bg-good'
}
