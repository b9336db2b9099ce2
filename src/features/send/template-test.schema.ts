import { z } from 'zod'
import { oneWayToName, testedEmails, testRecipients } from '../emails/test-email.schema.ts'
import { SendRequest } from './send.schema.ts'

const { data, from, language } = SendRequest.shape

export const TemplateTest = oneWayToName(z.object({ ...testRecipients, data, from, language })).meta({
  id: 'TemplateTest',
})

export const TemplateTested = z.object(testedEmails).meta({ id: 'TemplateTested' })
