import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import classes from './records.module.css'

export interface RecordTab {
  name: string
  label: string
  show: () => ReactNode
}

/** Tabs. The address contains the open one, so it can be shared. */
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const chosen = tabs.find(({ name }) => name === asked) ?? tabs[0]
  const choose = (name: string | null): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (name === null || name === tabs[0]?.name) next.delete('tab')
        else next.set('tab', name)
        return next
      },
      { replace: true },
    )
  if (tabs.length === 1) return <>{chosen?.show()}</>
  return (
    <Tabs value={chosen?.name ?? null} onChange={choose} keepMounted={false} color="var(--atrium-text)">
      <Tabs.List mb="md" className={classes['tabs'] ?? ''}>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, show }) => (
        <Tabs.Panel key={name} value={name}>
          {show()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
