// A helper for Vitest:
//
//   import { useInbox } from '@lettermill/sdk/vitest'
//   const inbox = useInbox()
import { beforeEach } from 'vitest'
import { TestInbox } from './testing/test-inbox.ts'
import type { InboxSettings, ReceivedEmail, WaitQuery } from './testing/test-inbox.ts'

export { TestInbox } from './testing/test-inbox.ts'
export type { InboxSettings, ReceivedEmail, ReceivedLink, WaitQuery } from './testing/test-inbox.ts'

export type Inbox = Pick<TestInbox, 'address' | 'wait'>

/**
 * For a test file, or a `describe`. Each test knows only the emails since it began. Settings that are known later, such as those
 * of a server that `beforeAll` starts, can come from a function.
 */
export function useInbox(settings: InboxSettings | (() => InboxSettings) = {}): Inbox {
  let current: TestInbox | undefined
  beforeEach(() => {
    current = new TestInbox(typeof settings === 'function' ? settings() : settings)
  })
  const ofTest = (): TestInbox => {
    if (!current) throw new Error('The inbox can be used inside of tests only.')
    return current
  }
  return {
    address: (name?: string): string => ofTest().address(name),
    wait: (query?: WaitQuery): Promise<ReceivedEmail> => ofTest().wait(query),
  }
}
