import { z } from 'zod'

/** The settings of the hourly checks of this installation. */
export const checkSettings = {
  NTP_SERVER: z
    .string()
    .regex(/^([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:]{2,45}\])(:\d{1,5})?$/, 'must be a host, or host:port')
    .optional()
    .describe(
      'Time server (NTP) with which the hourly checks compare the clock of this machine, such as pool.ntp.org. Default: none; the clock is compared with the server of DATABASE_URL, if that is another machine.',
    ),
  SPAMHAUS_DQS_KEY: z
    .string()
    .regex(/^[A-Za-z0-9]{8,64}$/, 'must be the key of the Data Query Service, letters and digits')
    .optional()
    .describe(
      'Key of the Data Query Service of Spamhaus, which answers the hourly checks where the public lists do not: through public resolvers and those of large hosting providers.',
    ),
}
