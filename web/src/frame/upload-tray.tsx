import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { useGone } from '../api/reach.ts'
import { refreshAfterWrite } from '../api/refresh.ts'
import { unsettledTimer } from '../api/settled.ts'
import {
  folderKeysOf,
  type Upload,
  type UploadState,
  useFinishedUploads,
  useUploads,
} from '../api/upload-list.ts'
import {
  type Answer,
  answerUpload,
  cancelUploads,
  clearUploads,
  pauseUploads,
  resumeUpload,
  startUploads,
} from '../api/uploads.ts'
import { IconChevronDown, IconChevronUp, IconPause, IconPlay, IconX } from '../parts/icons.tsx'
import { useNotices } from '../parts/notices.tsx'
import { sized } from '../parts/sizes.ts'
import { uploadTexts as words } from '../texts/uploads.ts'
import { Act, isMoving, Row, Small } from './upload-row.tsx'
import classes from './upload-tray.module.css'
import { useClosing, useTrayPlace } from './use-tray-place.ts'

/** The states that need an answer. */
const needing: readonly UploadState[] = ['asking', 'missing', 'failed', 'refused']

const mostRows = 20

/**
 * Those that need an answer come first. The others keep their order, so that no row moves when a file is finished. If
 * there are more than fit, finished ones make room.
 */
function rowsOf(uploads: readonly Upload[]): Upload[] {
  const first = uploads.filter(({ state }) => needing.includes(state))
  const others = uploads.filter(({ state }) => !needing.includes(state))
  const done = others.filter(({ state }) => state === 'done')
  const leaving = new Set(done.slice(0, Math.max(0, uploads.length - mostRows)))
  return [...first, ...others.filter((each) => !leaving.has(each)), ...leaving]
}

/** How many files these are, and how many folders they are in, in words. */
const countOf = (uploads: readonly Upload[]): string => {
  const folders = new Set(uploads.flatMap(folderKeysOf))
  return words.things(uploads.filter(({ isFolder }) => !isFolder).length, folders.size)
}

/** The uploads of this tab, on every page. It also goes on with those that a reload has stopped. */
export function UploadTray() {
  const { user } = useMe()
  const userId = user?.id
  useEffect(() => {
    if (userId !== undefined) void startUploads(userId)
  }, [userId])
  useFreshLists()
  const uploads = useUploads()
  return uploads.length === 0 ? null : <Tray uploads={uploads} />
}

const atFirst = 300
const atMost = 3_000

/** Shows new files immediately; with many of them, every three seconds. Others see them by the changes that arrive. */
function useFreshLists(): void {
  const client = useQueryClient()
  const finished = useFinishedUploads()
  const isPlanned = useRef(false)
  const refreshedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (finished === 0 || isPlanned.current) return
    isPlanned.current = true
    unsettledTimer(
      () => {
        isPlanned.current = false
        refreshedAt.current = performance.now()
        void refreshAfterWrite(client, '/v1/files/folders')
      },
      Math.max(atFirst, refreshedAt.current + atMost - performance.now()),
    )
  }, [client, finished])
}

const idsOf = (uploads: readonly Upload[]): string[] => uploads.map(({ id }) => id)

const secondsFor = 4_000

/** Bytes per second over the last seconds. */
function useSpeed(sent: number): number {
  const samples = useRef<{ at: number; sent: number }[]>([])
  const now = performance.now()
  const recent = samples.current.filter(({ at }) => now - at < secondsFor)
  const [first] = recent
  const seconds = first === undefined ? 0 : (now - first.at) / 1000
  useEffect(() => {
    samples.current = [...samples.current.filter(({ at }) => now - at < secondsFor), { at: now, sent }]
  }, [sent, now])
  return first === undefined || seconds < 0.5 ? 0 : Math.max(0, (sent - first.sent) / seconds)
}

function timeFor(seconds: number): string {
  if (seconds < 100) return words.seconds(Math.max(1, Math.round(seconds)))
  return seconds < 6_000 ? words.minutes(Math.round(seconds / 60)) : words.hours(Math.round(seconds / 3_600))
}

function Tray({ uploads }: { uploads: readonly Upload[] }) {
  const [folded, setFolded] = useState(false)
  const notices = useNotices()
  const box = useRef<HTMLElement>(null)
  useTrayPlace(box)
  useClosing(
    box,
    uploads.every(({ state }) => state === 'done'),
  )
  const inState = (...states: UploadState[]): Upload[] =>
    uploads.filter(({ state }) => states.includes(state))
  const sum = (field: 'sent' | 'size'): number => uploads.reduce((total, each) => total + each[field], 0)
  const active = inState('waiting', 'sending')
  const paused = inState('paused')
  const asking = inState('asking')
  const failed = inState('failed')
  const retryable = failed.filter(({ refused }) => refused === undefined)
  const open = [...asking, ...failed, ...inState('missing')]
  const unsent = inState('refused')
  const unfinished = [...active, ...paused, ...failed]
  const [sent, size] = [sum('sent'), sum('size')]
  const speed = useSpeed(sent)
  const isGone = useGone()
  const rows = rowsOf(uploads)
  return (
    <section ref={box} className={classes['tray']} aria-label={words.label}>
      <header>
        <h2>
          <span role="status">
            {active.length > 0
              ? isGone
                ? words.unreachable(active.length)
                : words.uploading(countOf(active))
              : paused.length > 0
                ? words.paused(paused.length)
                : open.length + unsent.length > 0
                  ? words.needYou(open.length + unsent.length)
                  : words.done(countOf(uploads))}
          </span>
        </h2>
        <span className={classes['acts']}>
          {active.length > 0 ? (
            <Act label={words.pauseAll} run={() => pauseUploads(idsOf(active))}>
              <IconPause size={16} />
            </Act>
          ) : (
            paused.length > 0 && (
              <Act label={words.resumeAll} run={() => paused.forEach(({ id }) => void resumeUpload(id))}>
                <IconPlay size={16} />
              </Act>
            )
          )}
          <Act label={folded ? words.unfold : words.fold} run={() => setFolded(!folded)}>
            {folded ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          </Act>
          {active.length + paused.length + open.length === 0 && (
            <Act label={words.close} run={clearUploads}>
              <IconX size={16} />
            </Act>
          )}
        </span>
        <span className={classes['figures']}>
          {active.length + paused.length > 0 && words.progress(sized(sent), sized(size))}
          {active.length > 0 && !isGone && speed > 0 && sent < size && (
            <>
              {' · '}
              {words.speed(sized(speed))} · {words.left(timeFor((size - sent) / speed))}
            </>
          )}
        </span>
      </header>
      {!folded && asking.length > 1 && <ForAll asking={asking} />}
      {!folded && unfinished.length > 1 && (
        <div className={classes['forAll']}>
          {retryable.length > 1 && (
            <Small label={words.retryAll} run={() => retryable.forEach(({ id }) => void resumeUpload(id))} />
          )}
          <Small
            label={words.cancelAll}
            run={() => {
              cancelUploads(idsOf(unfinished))
              notices.done(words.cancelled(unfinished.length))
            }}
          />
        </div>
      )}
      {!folded && (
        <ul>
          {rows.slice(0, mostRows).map(({ id, name, size, sent, state, error, existing, refused }) => (
            <Row
              key={id}
              {...{ id, name, state, error, size }}
              // Others do not show it, and are not rendered again.
              sent={isMoving(state) ? sent : 0}
              version={existing?.version}
              refusedName={refused?.name}
            />
          ))}
          {rows.length > mostRows && (
            <li className={classes['rest']}>{words.more(rows.length - mostRows)}</li>
          )}
        </ul>
      )}
    </section>
  )
}

function ForAll({ asking }: { asking: readonly Upload[] }) {
  const answer = (given: Answer) => () => {
    for (const { id } of asking) answerUpload(id, given)
  }
  return (
    <div className={classes['forAll']}>
      <span>{words.forAll(asking.length)}</span>
      <Small label={words.allVersions} run={answer('version')} />
      <Small label={words.allBoth} run={answer('both')} />
      <Small label={words.allSkip} run={answer('skip')} />
    </div>
  )
}
