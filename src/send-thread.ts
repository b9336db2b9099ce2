// The entry point of a send thread; features/delivery/threads implements it.
import { buildSendThreadDeps } from './deps.ts'
import { serveSendThread } from './features/delivery/threads/serve-send-thread.ts'

serveSendThread(buildSendThreadDeps)
