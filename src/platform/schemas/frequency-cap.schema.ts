// How much marketing email one contact gets at most: a limit that projects and topics have.
import { z } from 'zod'

// Every email that counts is kept with its contact, and read with every email to it.
const MOST_EMAILS = 100

// A quarter. Emails of a longer span are hardly felt as too many.
export const LONGEST_CAP_DAYS = 90

export const countUpTo = (most: number) =>
  z.int().min(1, 'must be at least 1').max(most, `must be at most ${most}`)

export const FrequencyCap = z
  .object({
    emails: countUpTo(MOST_EMAILS).describe('At most so many marketing emails to one contact.'),
    days: countUpTo(LONGEST_CAP_DAYS).describe('In any span of so many days of 24 hours.'),
  })
  .meta({ id: 'FrequencyCap' })

export type FrequencyCapSetting = z.infer<typeof FrequencyCap>

const HOURS_PER_DAY = 24

type CapWithHold = { frequencyCap: FrequencyCapSetting | null; holdAtMostHours: number }

/** Whether email that the cap holds may be dropped although the cap will allow it later. */
export const dropsHeldEmail = ({ frequencyCap, holdAtMostHours }: CapWithHold): boolean =>
  frequencyCap !== null && frequencyCap.days * HOURS_PER_DAY > holdAtMostHours

export const capWarnings = ({ frequencyCap, holdAtMostHours }: CapWithHold): string[] =>
  frequencyCap !== null && dropsHeldEmail({ frequencyCap, holdAtMostHours })
    ? [
        `The frequency cap covers ${frequencyCap.days} days, but email waits for it for at most ${holdAtMostHours} hours and is then dropped (SUPPRESSED, frequency_cap). Raise holdAtMostHours, or shorten the cap.`,
      ]
    : []
