import { useEffect, useState } from 'react'
import { locale } from '../i18n/language.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const plainDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const minutes = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** Takes a day such as 2026-02-02, which has no zone. */
export const formatDay = (text: string): string => plainDay.format(new Date(`${text}T00:00:00Z`))

/** The day of an instant, in the zone of the reader. */
export const formatDate = (at: string): string => day.format(new Date(at))

/** The time of day of an instant, in the zone of the reader. */
export const formatClock = (at: string): string => minutes.format(new Date(at))

export const formatExact = (at: string): string => exact.format(new Date(at))

/** "5 min. ago"; from a week on the date. Times just ahead are "now": the clocks of server and browser may differ. */
export function formatRelative(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  if (Math.abs(ms) < MINUTE_MS) return relative.format(0, 'second')
  // Rounded: what comes in 3 h 59 min comes in 4 hours.
  const unit = UNITS.find(({ lengthMs, most }) => Math.abs(Math.round(ms / lengthMs)) < most)
  return unit ? relative.format(Math.round(ms / unit.lengthMs), unit.name) : day.format(at)
}

const UNITS = [
  { name: 'minute', lengthMs: MINUTE_MS, most: 60 },
  { name: 'hour', lengthMs: HOUR_MS, most: 24 },
  { name: 'day', lengthMs: DAY_MS, most: 7 },
] as const

function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}

function TimeText({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={formatExact(at)} className="tabular whitespace-nowrap">
      {text}
    </time>
  )
}

/** Relative in the text, exact with the zone on hover. */
export const Time = ({ at }: { at: string }) => (
  <TimeText at={at} text={formatRelative(new Date(at), useMinute())} />
)

/** For events within seconds of each other. */
export const ClockTime = ({ at }: { at: string }) => <TimeText at={at} text={clock.format(new Date(at))} />

export const DayTime = ({ at }: { at: string }) => <TimeText at={at} text={formatDate(at)} />
