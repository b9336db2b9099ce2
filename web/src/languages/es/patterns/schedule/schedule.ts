import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/schedule/schedule.texts.ts'

export const scheduleTexts = {
  daily: (time: string) => `Cada día a las ${time}`,
  weekly: (days: string, time: string) => `Cada ${days} a las ${time}`,
  monthly: (day: number, time: string) => `El día ${day} de cada mes a las ${time}`,
  custom: (cron: string) => `Por cron: ${cron}`,
} satisfies Translation<typeof texts.scheduleTexts>
