/** Compares names as people sort them: "Shoot 2" comes before "Shoot 10". */
export const byName = new Intl.Collator(undefined, { numeric: true }).compare
