import { type Page, page } from '../page.ts'

/** Everybody's own. */
export const accountPages: readonly Page[] = [page('/account', 'AccountPage', () => import('./account.tsx'))]
