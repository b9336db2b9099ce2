// What a thread that sends starts with; features/delivery/threads has what it does.
import { buildSendThreadDeps } from './deps.ts'
import { serveSendThread } from './features/delivery/threads/serve-send-thread.ts'

serveSendThread(buildSendThreadDeps)
