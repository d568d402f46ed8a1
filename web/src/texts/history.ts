/** The texts of the history of a workspace, or of any record in it. */
export const historyTexts = {
  change: 'Change',
  when: 'When',
  /** "Task “Plan the launch”" */
  subject: (kind: string, name: string | undefined) => (name === undefined ? kind : `${kind} “${name}”`),
  line: (subject: string, happened: string) => `${subject}: ${happened}`,
  from: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
  changed: (field: string) => `${field} changed`,
  newVersion: (version: number) => `version ${version} added`,
  none: 'none',
  reordered: 'moved in its list',
  /** Types and verbs of changes whose name in the API is not what people would say. */
  happened: {
    'comment.created': 'written',
    'member.created': 'added',
    'member.deleted': 'removed',
    placed: 'moved',
    purged: 'deleted for good',
    subscribed: 'follower added',
    unsubscribed: 'follower removed',
    blocked: 'blocker added',
    unblocked: 'blocker removed',
    reacted: 'reaction added',
    unreacted: 'reaction removed',
  } as Readonly<Record<string, string>>,
} as const
