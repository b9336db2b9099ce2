export { startBounceListener } from './bounce-listener.service.ts'
