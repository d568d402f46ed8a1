import { hash } from 'node:crypto'

export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')
