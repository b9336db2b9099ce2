// A fixture for Playwright. It imports nothing of Playwright, so that it works with every version:
//
//   import { test as base } from '@playwright/test'
//   import { inboxFixture } from '@lettermill/sdk/playwright'
//   export const test = base.extend(inboxFixture())
import { TestInbox } from './testing/test-inbox.ts'
import type { InboxSettings } from './testing/test-inbox.ts'

export { TestInbox } from './testing/test-inbox.ts'
export type { InboxSettings, ReceivedEmail, ReceivedLink, WaitQuery } from './testing/test-inbox.ts'

export type InboxFixture = {
  inbox: (fixtures: object, use: (inbox: TestInbox) => Promise<void>) => Promise<void>
}

/** `inbox` in each test: it knows only the emails since the test began. */
export const inboxFixture = (settings: InboxSettings = {}): InboxFixture => ({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the braces which fixtures it needs.
  inbox: async ({}, use) => use(new TestInbox(settings)),
})
