import { time } from './clock.ts'

/** A setup file: every test file begins on the same day, at the same time of day. */
time.reset()
