import { type Page, page } from './page.ts'

/** The pages that need no session: first start, sign-in, invitations. */
export const outsidePages: readonly Page[] = [
  page('/welcome', 'WelcomePage', () => import('./welcome.tsx')),
  page('/sign-in', 'SignInPage', () => import('./sign-in/sign-in.tsx')),
  page('/sign-in/forgotten', 'ForgottenPage', () => import('./sign-in/forgotten.tsx')),
  page('/invitation', 'LinkPage', () => import('./links/link.tsx')),
  page('/password-reset', 'LinkPage', () => import('./links/link.tsx')),
]
