import { proveOn } from './short-form.ts'

proveOn('sqlite', 'others')
