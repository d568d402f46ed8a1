import { plural } from './plural.ts'

/** The words of signs and dates that many pages show. */
export const markTexts = {
  priorities: ['Lowest', 'Low', 'Normal', 'High', 'Urgent'],
  priority: (priority: number) => `Priority ${markTexts.priorities[priority - 1] ?? priority}`,
  /** Lists are loaded in part, so a large number may be too small. */
  more: (count: number) => (count > 99 ? '99+' : `+${count}`),
  names: (names: readonly string[]) => `${names.slice(0, 20).join(', ')}${names.length > 20 ? ' …' : ''}`,
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  late: (days: number) => `${plural(days, 'day', 'days')} overdue`,
}
