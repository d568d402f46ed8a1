import { ActionIcon, Button, Group, Select } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useListIds } from '../../api/list-ids.ts'
import { useCompany } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import { IconLayoutGrid, IconList, IconPane, IconTrash } from '../../parts/icons.tsx'
import { sized } from '../../parts/sizes.ts'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { runAction, useKeyActions } from '../../site/keys.ts'
import { FilterBar } from '../../table/filter-bar.tsx'
import { filterOf, termsOf } from '../../table/list-address.ts'
import { fileTexts as words } from '../../texts/files.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import tasks from '../tasks/tasks.module.css'
import { BulkBar } from './bulk-bar.tsx'
import { type Entry, filesAddress, filesSummary, shownFile, type Tree, useFolders } from './file-data.ts'
import { FileGrid } from './file-grid.tsx'
import { FileList } from './file-list.tsx'
import { FilePane } from './file-pane.tsx'
import classes from './files.module.css'
import { type FilesState, fileLayouts, fileSorts, useFilesState } from './files-state.ts'
import { FolderTree } from './folder-tree.tsx'
import { MoveZone } from './move-zone.tsx'
import { NewFolder } from './new-folder.tsx'
import { FilePickers } from './pickers.tsx'
import { Trash } from './trash.tsx'
import { useFileTools } from './use-file-tools.ts'

interface FilesViewProps {
  workspaceId: string
  mayChange: boolean
  mayBreakLocks: boolean
}

const icons = { list: IconList, grid: IconLayoutGrid } as const

/** The files of a workspace: its folders, and the content of one of them. The address determines which, and how. */
export function FilesView({ workspaceId, mayChange, mayBreakLocks }: FilesViewProps) {
  const state = useFilesState(workspaceId)
  const { tree, data, isPending, error, refetch } = useFolders(workspaceId)
  const [creating, setCreating] = useState(false)
  useKeyActions({ ...(mayChange && { newFolder: () => setCreating(true) }) })
  const isGone = state.folder !== null && !isPending && error === null && !tree.byId.has(state.folder)
  return (
    <FilePickers tree={tree} mayChange={mayChange} mayBreakLocks={mayBreakLocks}>
      <MoveZone tree={tree} mayChange={mayChange && !state.trash}>
        <FolderTree workspaceId={workspaceId} tree={tree} state={state} />
        {(error !== null && data === undefined) || isGone || state.trash ? (
          <div className={classes['middle']}>
            {error !== null && data === undefined ? (
              <Failed error={error} retry={() => void refetch()} />
            ) : isGone ? (
              <Empty
                title={words.goneFolder}
                hint={words.goneFolderHint}
                action={
                  <Button component={Link} href={state.hrefOf({ folder: null })} variant="default">
                    {words.allFiles}
                  </Button>
                }
              />
            ) : (
              <>
                <div className={tasks['tools']}>
                  <nav className={classes['path']} aria-label={words.path}>
                    <Link href={state.hrefOf({ folder: null })}>{words.root}</Link>
                    <i>/</i>
                    <span className={classes['here']}>{words.trash}</span>
                  </nav>
                  <span className={classes['count']}>{words.trashHint}</span>
                </div>
                <Trash workspaceId={workspaceId} mayChange={mayChange} />
              </>
            )}
          </div>
        ) : (
          <FolderContent
            key={state.folder ?? ''}
            workspaceId={workspaceId}
            state={state}
            tree={tree}
            isPending={isPending}
            mayChange={mayChange}
            mayBreakLocks={mayBreakLocks}
          />
        )}
      </MoveZone>
      {creating && <NewFolder workspaceId={workspaceId} state={state} onClose={() => setCreating(false)} />}
    </FilePickers>
  )
}

interface FolderContentProps extends FilesViewProps {
  state: FilesState
  tree: Tree
  isPending: boolean
}

const listPath = '/v1/workspaces/{workspaceId}/files'

function FolderContent(props: FolderContentProps) {
  const { workspaceId, state, tree, isPending, mayChange, mayBreakLocks } = props
  const { folder, sort, filter, layout } = state
  const address = filesAddress({ workspaceId, folder, sort, filter })
  const files = useListIds(address)
  const { ids, hasNextPage, onEnd } = files
  // Short lists are loaded as a whole.
  const total = useRecord<{ total: { count: number } }>(
    hasNextPage ? filesSummary({ workspaceId, folder, filter }) : undefined,
  ).data?.total.count
  const entries = useMemo<Entry[]>(
    () => [
      ...(filter === '' ? tree.inside(folder) : []).map((id): Entry => ({ kind: 'folder', id })),
      ...ids.filter((id) => shownFile(id) !== null).map((id): Entry => ({ kind: 'file', id })),
    ],
    [tree, folder, ids, filter],
  )
  const tools = useFileTools(state, entries, mayChange)
  useKeyActions({
    filter: () =>
      document.querySelector<HTMLElement>('[data-filter] button[aria-haspopup="dialog"]')?.click(),
  })
  const given = { entries, tree, tools, mayChange, onEnd }
  const chosen = tools.targets()
  return (
    <>
      <div className={classes['middle']}>
        <div className={tasks['tools']}>
          {tools.selected.size > 0 ? (
            <BulkBar tools={tools} mayChange={mayChange} mayBreakLocks={mayBreakLocks} />
          ) : (
            <>
              <Path state={state} tree={tree} />
              {ids.length > 0 && (
                <span className={classes['count']}>
                  {words.files(total ?? ids.length, hasNextPage && total === undefined)}
                </span>
              )}
              <span className={tasks['grow']} />
              <div className={tasks['filter']} data-filter>
                <FilterBar
                  path={listPath}
                  terms={termsOf(filter)}
                  setTerms={(terms) => state.set({ filter: filterOf(listPath, terms) })}
                  address={address}
                  exportAs="files"
                />
              </div>
              <Select
                aria-label={words.sort}
                size="xs"
                variant="unstyled"
                className={classes['sort'] ?? ''}
                data={fileSorts.map((each) => ({ value: each, label: words.sorts[each] }))}
                value={sort}
                allowDeselect={false}
                leftSectionWidth={60}
                leftSection={<span className={tasks['faint']}>{words.sort}</span>}
                onChange={(next) => state.set({ sort: next === 'fileName' ? null : next })}
              />
            </>
          )}
          <Link className={classes['phoneTrash']} href={state.hrefOf('trash')} aria-label={words.trash}>
            <IconTrash size={18} stroke={1.75} />
          </Link>
          <ActionIcon
            variant={state.details ? 'light' : 'subtle'}
            color="gray"
            size={32}
            visibleFrom="lg"
            aria-label={words.details}
            title={words.details}
            aria-pressed={state.details}
            onClick={() => state.set({ details: state.details ? null : 'yes' })}
          >
            <IconPane size={16} stroke={1.75} />
          </ActionIcon>
          <fieldset className={tasks['segment']}>
            <VisuallyHidden component="legend">{words.layout}</VisuallyHidden>
            {fileLayouts.map((each) => {
              const Icon = icons[each]
              return (
                <button
                  key={each}
                  type="button"
                  aria-pressed={layout === each}
                  aria-label={words.layouts[each]}
                  title={words.layouts[each]}
                  className={classes['layout']}
                  onClick={() => state.set({ layout: each === 'list' ? null : each })}
                >
                  <Icon size={16} stroke={1.75} />
                </button>
              )
            })}
          </fieldset>
        </div>
        {files.error !== null && files.data === undefined ? (
          <Failed error={files.error} retry={files.retry} />
        ) : files.isPending || isPending ? (
          <div className={classes['state']}>
            <Loading rows={8} />
          </div>
        ) : entries.length === 0 ? (
          <Nothing state={state} mayChange={mayChange} />
        ) : layout === 'grid' ? (
          <FileGrid {...given} />
        ) : (
          <FileList {...given} />
        )}
        {files.isFetchNextPageError && <Failed error={files.error} retry={files.retry} />}
      </div>
      {state.details && (
        <FilePane
          entry={chosen.length === 1 ? chosen[0] : undefined}
          tools={tools}
          mayChange={mayChange}
          onClose={() => state.set({ details: null })}
        />
      )}
    </>
  )
}

function Nothing({ state: { folder, filter, set }, mayChange }: { state: FilesState; mayChange: boolean }) {
  const limit = useCompany()?.details.limits.fileBytes
  const phone = usePhone()
  if (filter !== '')
    return (
      <Empty
        title={words.nothingMatches}
        action={
          <Button variant="default" onClick={() => set({ filter: null })}>
            {words.clearFilter}
          </Button>
        }
      />
    )
  return (
    <Empty
      title={folder === null ? words.empty : words.emptyFolder}
      {...(mayChange &&
        limit !== undefined && {
          hint: (phone ? uploadTexts.limitOnPhone : uploadTexts.limit)(sized(limit)),
          action: (
            <Group>
              <Button variant="default" onClick={() => runAction('upload')}>
                {uploadTexts.chooseFiles}
              </Button>
              {!phone && (
                <Button variant="default" onClick={() => runAction('uploadFolder')}>
                  {uploadTexts.chooseFolder}
                </Button>
              )}
            </Group>
          ),
        })}
    />
  )
}

/** The folders above the one that is shown. */
function Path({ state, tree }: { state: FilesState; tree: Tree }) {
  const path = tree.pathTo(state.folder)
  return (
    <nav className={classes['path']} aria-label={words.path}>
      {[null, ...path].map((id, n) => (
        <Fragment key={id ?? ''}>
          {n > 0 && <i>/</i>}
          <Link
            href={state.hrefOf({ folder: id })}
            aria-current={n === path.length ? 'page' : undefined}
            data-drop-folder={id ?? ''}
          >
            {id === null ? words.root : tree.byId.get(id)?.folderName}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
