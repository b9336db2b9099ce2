import type { z } from 'zod'
import type { Verification as Result, VerifyAnswer } from '../../../../src/features/verify/verify.schema.ts'
import type { ProjectApi } from '../client/client.ts'

export type Verification = Result

export const verifyAddress = async (api: ProjectApi, email: string): Promise<Verification> =>
  (await api.post<z.infer<typeof VerifyAnswer>>('/v1/verify', { email })).data
