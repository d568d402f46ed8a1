/** How long a deleted company can be restored. Here and not in `deleted-company.ts`, because descriptions quote it. */
export const restorableDays = 14
