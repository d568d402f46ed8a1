import { time } from './clock.ts'

/** A setup file: every test file begins on the morning of the same day. */
time.reset()
