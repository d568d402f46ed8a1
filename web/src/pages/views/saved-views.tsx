import { Checkbox, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import { useMayAdminister } from '../../api/role.ts'
import type { Report, Workspace } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { IconCheck, IconChevronDown } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { viewTexts as words } from '../../texts/views.ts'
import { useMayContribute } from '../work/use-membership.ts'
import classes from './saved-views.module.css'
import { isSame, useViewActs, type ViewName, type ViewPlace, type ViewState } from './view-acts.ts'

interface SavedViewsProps {
  views: readonly Report[]
  /** The id of the view that is open. */
  openId: string | null
  /** The state of the page. */
  now: ViewState
  /** The place of a view that is saved here. */
  place: ViewPlace
  addressOf: (view: Report) => string
  /** The page without a view. */
  plain: { name: string; href: string }
}

/** The menu of the saved views of a page. Each is an address, and what people see can be saved as one. */
export function SavedViews({ views, openId, now, place, addressOf, plain }: SavedViewsProps) {
  const [, go] = useLocation()
  const notices = useNotices()
  const acts = useViewActs()
  const [naming, setNaming] = useState<'new' | 'old'>()
  const at = views.findIndex(({ id }) => id === openId)
  const current = views[at]
  const rights = useRights(current, place.workspaceId)
  const fits = current !== undefined && isIn(place, current)
  const isEdited = current !== undefined && !(fits && isSame(now, current.details))
  const name = current?.details.reportName ?? plain.name
  const [before, after] = [views[at - 1], views[at + 1]]
  const save = async (given: ViewName): Promise<void> => {
    if (naming === 'old' && current !== undefined)
      await acts.change.mutateAsync({ id: current.id, body: given })
    else go(addressOf(await acts.create.mutateAsync({ ...given, ...now, ...place })))
    notices.done(words.saved(given.reportName.trim()))
    setNaming(undefined)
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal width={264}>
        <Menu.Target>
          <button type="button" className={classes['menu']} aria-label={words.menu(name)}>
            <span>{name}</span>
            {isEdited && <small>{words.edited}</small>}
            <IconChevronDown size={14} />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes['list'] ?? ''}>
          <Choice {...plain} isCurrent={current === undefined} />
          {views.map((each) => (
            <Choice
              key={each.id}
              href={addressOf(each)}
              name={each.details.reportName}
              isShared={each.details.shared}
              isCurrent={each === current}
            />
          ))}
          <Menu.Divider />
          {isEdited && fits && rights.mayChange && (
            <Menu.Item
              onClick={() =>
                acts.change.mutate(
                  { id: current.id, body: now },
                  { onError: notices.failed, onSuccess: () => notices.done(words.updated(name)) },
                )
              }
            >
              {words.update}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => setNaming('new')}>{words.save}</Menu.Item>
          {current !== undefined && rights.mayChange && (
            <>
              <Menu.Item onClick={() => setNaming('old')}>{words.rename}</Menu.Item>
              {place.sort === 'rank' && (
                <>
                  <Menu.Item
                    disabled={before === undefined}
                    onClick={() => before && acts.move(current.id, { before: before.id })}
                  >
                    {words.up}
                  </Menu.Item>
                  <Menu.Item
                    disabled={after === undefined}
                    onClick={() => after && acts.move(current.id, { after: after.id })}
                  >
                    {words.down}
                  </Menu.Item>
                </>
              )}
              <Menu.Item onClick={() => acts.remove(current, after, () => go(plain.href))}>
                {words.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming !== undefined && (
        <NameDialog
          isNew={naming === 'new'}
          given={
            naming === 'old' && current !== undefined ? current.details : { reportName: '', shared: false }
          }
          taken={views.filter((each) => naming === 'new' || each !== current).map(nameOf)}
          share={place.workspaceId === null ? words.shareInCompany : words.share}
          mayShare={rights.mayShare}
          busy={acts.create.isPending || acts.change.isPending}
          error={naming === 'new' ? acts.create.error : acts.change.error}
          // A dialog that stays open shows why.
          save={(given) => void save(given).catch(() => undefined)}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  )
}

const nameOf = ({ details }: Report): string => details.reportName

const isIn = ({ source, workspaceId }: ViewPlace, { details }: Report): boolean =>
  details.source === source && details.workspaceId === workspaceId

const pathOf = (workspaceId: string | null | undefined): string | undefined =>
  workspaceId ? `/v1/workspaces/${workspaceId}` : undefined

/** Admins of a workspace may also change the views that others share there. */
function useRights(view: Report | undefined, workspaceId: string | null) {
  const { user, isAdmin } = useMe()
  const here = useRecord<Workspace>(pathOf(workspaceId)).data
  const there = useRecord<Workspace>(pathOf(view?.details.workspaceId)).data
  const mayContribute = useMayContribute(here)
  const isChief = useMayAdminister(there)
  const isOwn = view !== undefined && view.details.createdBy === user?.id
  return {
    mayShare: workspaceId === null || mayContribute,
    mayChange: view !== undefined && (isAdmin || isOwn || (view.details.shared && isChief)),
  }
}

interface ChoiceProps {
  href: string
  name: string
  isShared?: boolean
  isCurrent: boolean
}

function Choice({ href, name, isShared = false, isCurrent }: ChoiceProps) {
  return (
    <Menu.Item
      component={Link}
      href={href}
      leftSection={isCurrent ? <IconCheck size={16} /> : <span className={classes['gap']} />}
      {...(isShared && { rightSection: <small>{words.shared}</small> })}
      {...(isCurrent && { 'aria-current': 'true' as const })}
    >
      <span className={classes['name']} title={name}>
        {name}
      </span>
    </Menu.Item>
  )
}

interface NameDialogProps {
  isNew: boolean
  given: ViewName
  /** The names of the other views. */
  taken: readonly string[]
  /** The label of the switch. */
  share: string
  mayShare: boolean
  busy: boolean
  error: unknown
  save: (given: ViewName) => void
  onClose: () => void
}

function NameDialog(props: NameDialogProps) {
  const { isNew, given, taken, share, mayShare, busy, error, save, onClose } = props
  const [reportName, setName] = useState(given.reportName)
  const [refused, setRefused] = useState('')
  const isTaken = taken.some((each) => folded(each) === folded(reportName))
  const [shared, setShared] = useState(given.shared)
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? words.save : words.rename}
      verb={isNew ? words.saveVerb : words.renameVerb}
      onSubmit={() => (isTaken ? setRefused(reportName) : save({ reportName, shared }))}
      busy={busy}
      error={error}
      fields={['reportName']}
    >
      <TextInput
        label={words.name}
        placeholder={words.nameHint}
        data-autofocus
        maxLength={255}
        value={reportName}
        error={isTaken && refused === reportName ? words.taken : faultOf(error, 'reportName')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {(mayShare || given.shared) && (
        <Checkbox
          label={share}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

const folded = (name: string): string => name.trim().toLocaleLowerCase()
