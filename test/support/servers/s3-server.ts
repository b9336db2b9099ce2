import { afterAll, beforeEach } from 'vitest'
import { startS3Server } from '../../harness/s3-server.ts'
import type { S3Server } from '../../harness/s3-server.ts'

/** For a whole test file; without faults at the start of each test. */
export async function useS3Server(): Promise<S3Server> {
  const s3 = await startS3Server()
  beforeEach(() => {
    s3.fault = () => undefined
    s3.requests = []
  })
  afterAll(() => s3.close())
  return s3
}
