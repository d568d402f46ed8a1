/** The texts that the pages of Company Setup share. */
export const setupTexts = {
  draft: {
    discard: 'Discard changes',
    conflictTitle: 'Someone else saved changes in the meantime',
    conflictHint: 'Your changes are still here and not saved. This is stored now:',
    conflictElsewhere: 'They changed something else. Your changes are still here and not saved.',
    isNow: (label: string, value: string) => `${label}: ${value}`,
    saveMine: 'Overwrite with mine',
    takeTheirs: 'Use the stored version',
    nothing: 'nothing',
    yes: 'yes',
    no: 'no',
  },
  nobodyKnown: 'Deleted person',
} as const
