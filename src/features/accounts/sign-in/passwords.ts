// Password hashes: argon2id with the parameters of OWASP (19 MiB, two passes). A hash takes about 15 ms in the thread pool that
// also signs emails, so only few run at once and a flood of sign-ins does not slow down sending.
import { hash, verify } from '@node-rs/argon2'
import { createLaneGate, insideLane } from '../../../platform/concurrency/lane-gate.ts'
import { AppError } from '../../../platform/errors.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Half of the four threads of the pool. 100 waiting sign-ins are served within a second.
const AT_ONCE = 2
const MOST_WAITING = 100
const WAIT_MS = 5_000

const gate = createLaneGate({ perLane: AT_ONCE, mostWaiting: MOST_WAITING, waitMs: WAIT_MS })

const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  insideLane(gate, { lane: 'passwords', refuse: tooMany }, work)

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', { message: 'Too many people are signing in at this moment.' })

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS))

export const isPassword = (password: string, hashed: string): Promise<boolean> =>
  inTurn(() => verify(hashed, password))
