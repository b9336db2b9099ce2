import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/schedule/schedule.texts.ts'

export const scheduleTexts = {
  daily: (time: string) => `Jeden Tag um ${time}`,
  weekly: (days: string, time: string) => `Jede Woche ${days} um ${time}`,
  monthly: (day: number, time: string) => `Am ${day}. jedes Monats um ${time}`,
  custom: (cron: string) => `Mit Cron: ${cron}`,
} satisfies Translation<typeof texts.scheduleTexts>
