import { z } from 'zod'
import { serverSetting } from './server-setting.ts'

/** The settings of the hourly checks of this installation, and of the checks of emails. */
export const checkSettings = {
  SPAMD_HOST: serverSetting({ port: 783, example: 'localhost:783' })
    .optional()
    .describe(
      'The spamd of SpamAssassin, as host or host:port (783 by default), to judge emails on request before they are sent. It may be a private host. Default: none.',
    ),
  NTP_SERVER: serverSetting({ port: 123, example: 'pool.ntp.org' })
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
