import type { ReactNode } from 'react'
import { useMe } from '../../api/me.ts'
import { Loading } from '../../parts/states.tsx'
import { UntilLoaded } from '../../parts/until-loaded.tsx'
import { lazyPart } from '../../site/load-when-back.ts'
import { Pickers } from './pickers.tsx'
import page from './tasks.module.css'
import { useView, type View } from './view-state.ts'

const MyTaskPanel = lazyPart(async () => (await import('./task-panel.tsx')).MyTaskPanel)

interface OwnTasksPageProps {
  className: string | undefined
  children: (userId: string, view: View) => ReactNode
}

/** A page with tasks of the person who is signed in: a task opens beside it. */
export function OwnTasksPage({ className, children }: OwnTasksPageProps) {
  const { user } = useMe()
  const view = useView()
  return (
    <div className={page['page']}>
      <Pickers>
        <div className={className}>{user === undefined ? <Loading rows={8} /> : children(user.id, view)}</div>
      </Pickers>
      {view.open !== null && (
        <UntilLoaded>
          <MyTaskPanel id={view.open} onClose={() => view.set({ open: null })} />
        </UntilLoaded>
      )}
    </div>
  )
}
