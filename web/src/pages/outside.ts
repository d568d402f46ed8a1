import type { Page } from './page.ts'

/** The pages that need no session: first start, sign-in, invitations. */
export const outsidePages: readonly Page[] = []
