// The settings of an account at Amazon SES, which is reached by its API.
import { z } from 'zod'
import { filledLineUpTo, LONGEST_CREDENTIAL, LONGEST_URL, sign } from '../setting-fields.schema.ts'

// The longest region so far, ap-southeast-1, has 14.
const LONGEST_REGION = 30
// https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_CreateConfigurationSet.html
const LONGEST_SET = 64

const region = filledLineUpTo(LONGEST_REGION).describe('The region of AWS in which the account sends.')
const accessKeyId = filledLineUpTo(LONGEST_CREDENTIAL).describe(
  'An access key with the permissions ses:SendEmail, ses:SendRawEmail and ses:GetAccount.',
)
const secretAccessKey = filledLineUpTo(LONGEST_CREDENTIAL).describe('Stored encrypted, never shown.')
const configurationSet = filledLineUpTo(LONGEST_SET).describe('The configuration set of every email.')
const endpoint = filledLineUpTo(LONGEST_URL).describe(
  'Another endpoint of the API, such as https://vpce-1.example.com. It must be public, unless the operator of this server allows it with ALLOW_PRIVATE_HOSTS.',
)

export const SesSettingsCreate = z
  .object({
    region,
    accessKeyId,
    secretAccessKey,
    configurationSet: configurationSet.nullish(),
    endpoint: endpoint.nullish().describe('Default: the public endpoint of the region.'),
    sign: sign.nullish().describe('Default: true.'),
  })
  .meta({ id: 'SesSettingsCreate' })

/** Without the secret key, which every account has. */
export const SesSettings = z
  .object({
    region: z.string(),
    accessKeyId: z.string(),
    configurationSet: z.string().nullable(),
    endpoint: z.string().nullable().describe('null: the public endpoint of the region.'),
    sign: z.boolean(),
  })
  .meta({ id: 'SesSettings' })

export const SesSettingsPatch = z.object({
  region: region.optional(),
  accessKeyId: accessKeyId.optional(),
  secretAccessKey: secretAccessKey.optional(),
  configurationSet: configurationSet.nullish(),
  endpoint: endpoint.nullish(),
  sign: sign.optional(),
})
