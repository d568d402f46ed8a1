/** `workspaceGroup` → `workspace group`. */
export function words(kind: string): string {
  return kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace('tasklist', 'task list')
}

/** A kind of record in a sentence: `an account`, `a user`. */
export function aKind(kind: string): string {
  return `${/^(?!user)[aeiou]/.test(kind) ? 'an' : 'a'} ${words(kind)}`
}
