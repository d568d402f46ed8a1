import { plural } from './plural.ts'

/** The words of signs and dates that many pages show. */
export const markTexts = {
  priorities: ['Lowest', 'Low', 'Normal', 'High', 'Urgent'],
  priority: (priority: number) => `Priority ${markTexts.priorities[priority - 1] ?? priority}`,
  tags: (names: readonly string[]) => `Tags: ${names.join(', ')}`,
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  late: (days: number) => `${plural(days, 'day', 'days')} overdue`,
}
