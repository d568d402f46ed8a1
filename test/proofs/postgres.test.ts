import { proveOn } from './short-form.ts'

proveOn('postgres', 'others')
