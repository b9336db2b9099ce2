import { z } from 'zod'
import { VariantName } from '../campaigns.schema.ts'

export const CampaignWinner = z
  .object({ variant: VariantName.describe('The variant that everybody without an email gets.') })
  .meta({ id: 'CampaignWinner' })
