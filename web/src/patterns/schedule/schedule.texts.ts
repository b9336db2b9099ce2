import { translatable } from '../../i18n/translatable.ts'

export const scheduleTexts = translatable('patterns/schedule/schedule', 'scheduleTexts', {
  daily: (time: string) => `Every day at ${time}`,
  weekly: (days: string, time: string) => `Every ${days} at ${time}`,
  monthly: (day: number, time: string) => `On day ${day} of every month at ${time}`,
  custom: (cron: string) => `By cron: ${cron}`,
})
