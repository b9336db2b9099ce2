export { movableImages } from './images.service.ts'
