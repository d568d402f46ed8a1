import { page } from '../page.ts'

/** The pages of Company Setup. */
export const setupPages = [page('/setup/advanced/api', 'ApiPage', () => import('./api.tsx'))]
