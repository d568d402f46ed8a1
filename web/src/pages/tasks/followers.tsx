import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { keepNames } from '../../api/names.ts'
import { type Page, useRecord } from '../../api/queries.ts'
import type { Member, Subscriber } from '../../api/types.ts'
import { Face } from '../../parts/marks.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { labelsOf } from './mention-text.ts'
import { matchingOptions, PickList, type PickOption } from './pick-list.tsx'

interface FollowersProps {
  /** The path of the record. */
  on: string
  workspaceId: string
  mayChange: boolean
  /** Somebody follows it from now on, or no longer. */
  onChange: () => void
}

type Follower = Pick<Subscriber, 'id'> & { details: Pick<Subscriber['details'], 'fullName' | 'email'> }

/** The people who follow a record. Those who may change it add others, and remove them. */
export function Followers({ on, workspaceId, mayChange, onChange }: FollowersProps) {
  const client = useQueryClient()
  const notices = useNotices()
  const path = `${on}/subscribers?limit=500&sort=fullName&fields=fullName,email`
  const queryKey = ['one', path]
  const { data, error, refetch } = useRecord<Page<Follower>>(path)
  const members = useRecord<Page<Member>>(
    mayChange ? `/v1/workspaces/${workspaceId}/members?limit=500&fields=fullName,email` : undefined,
  ).data
  useEffect(() => {
    const named = [...(data?.items ?? []), ...(members?.items ?? [])]
    keepNames(Object.fromEntries(named.map(({ id, details }) => [id, details.fullName])))
  }, [data, members])
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <Failed error={error} retry={() => void refetch()} />
  const following = new Set(data.items.map(({ id }) => id))
  const others: Follower[] = (members?.items ?? []).filter(({ id }) => !following.has(id))
  const people = [...data.items, ...others]
  const labels = labelsOf(people.map(({ details }) => details))
  const options: PickOption[] = people.map(({ id }, n) => ({
    ...{ value: id, label: labels[n] ?? '', icon: <Face id={id} /> },
    ...(mayChange && { chosen: following.has(id) }),
  }))
  const toggle = async (userHash: string): Promise<void> => {
    if (!mayChange) return
    const person = people.find(({ id }) => id === userHash)
    if (person === undefined) return
    const isAdded = !following.has(userHash)
    client.setQueryData<Page<Follower>>(queryKey, {
      ...data,
      items: isAdded ? [...data.items, person] : data.items.filter(({ id }) => id !== userHash),
    })
    try {
      await api(isAdded ? 'PUT' : 'DELETE', `${on}/subscribers/${userHash}`)
    } catch (refusal) {
      notices.refused(refusal, () => void toggle(userHash))
    } finally {
      await client.invalidateQueries({ queryKey })
      onChange()
    }
  }
  return (
    <PickList
      label={words.followers}
      placeholder={mayChange ? words.chooseFollowers : words.followers}
      many
      options={(typed) => matchingOptions(options, typed)}
      onPick={(userHash) => void toggle(userHash)}
      {...(people.length === 0 && { nothing: words.noFollowers })}
    />
  )
}
