import { ActionIcon, Box, Group, Menu, Text, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Hint } from '../../../parts/hint.tsx'
import {
  IconArrowsMove,
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconFolderPlus,
  IconPencil,
  IconPlus,
  IconTrash,
} from '../../../parts/icons.tsx'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { placeTexts, workspaceTexts } from '../../../texts/setup-places.ts'
import { AddPlace, DeletePlace, MoveAccount, RenamePlace } from './place-dialogs.tsx'
import classes from './place-tree.module.css'
import { type Organization, organized, type Place } from './places.ts'

interface PlaceTreeProps {
  organization: Organization
  places: readonly Place[]
  /** The selected place; null for all of them. */
  chosen: string | null
  choose: (id: string | null) => void
}

type Open = { what: 'add'; inside: string | null } | { what: 'rename' | 'move' | 'delete'; place: Place }

/** The accounts as a tree, or the groups as a list. */
export function PlaceTree({ organization, places, chosen, choose }: PlaceTreeProps) {
  const words = placeTexts[organization]
  const [open, setOpen] = useState<Open>()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const close = (): void => setOpen(undefined)
  const given = { organization, places, onClose: close }
  const byParent = new Map<string | null, Place[]>()
  for (const place of places) byParent.set(place.parent, [...(byParent.get(place.parent) ?? []), place])
  const toggle = (id: string): void => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const level = (parent: string | null, depth: number) => (
    <ul className={classes['list']}>
      {(byParent.get(parent) ?? []).map((place) => {
        const hasMore = byParent.has(place.id)
        const isOpen = hasMore && !closed.has(place.id)
        return (
          <li key={place.id}>
            <PlaceRow
              organization={organization}
              place={place}
              depth={depth}
              isChosen={chosen === place.id}
              choose={() => choose(place.id)}
              {...(hasMore && { opened: isOpen, toggle: () => toggle(place.id) })}
              act={setOpen}
            />
            {isOpen && level(place.id, depth + 1)}
          </li>
        )
      })}
    </ul>
  )
  return (
    <Box component="nav" aria-label={words.title} className={classes['tree'] ?? ''}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} fz="sm" fw={600}>
          {words.title}
        </Title>
        <Hint label={words.add}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.add}
            onClick={() => setOpen({ what: 'add', inside: null })}
          >
            <IconPlus size={16} />
          </ActionIcon>
        </Hint>
      </Group>
      <UnstyledButton
        className={classes['name'] ?? ''}
        data-chosen={chosen === null}
        aria-current={chosen === null ? 'true' : undefined}
        onClick={() => choose(null)}
        w="100%"
        pl={36}
      >
        {words.all}
      </UnstyledButton>
      {level(null, 0)}
      {places.length === 0 && (
        <Text size="sm" c="var(--atrium-quiet)" mt="sm">
          {words.emptyHint}
        </Text>
      )}
      {open?.what === 'add' && <AddPlace {...given} inside={open.inside} onAdded={choose} />}
      {open?.what === 'rename' && <RenamePlace {...given} place={open.place} />}
      {open?.what === 'move' && <MoveAccount {...given} place={open.place} />}
      {open?.what === 'delete' && (
        <DeletePlace {...given} place={open.place} onDeleted={() => choose(open.place.parent)} />
      )}
    </Box>
  )
}

interface PlaceRowProps {
  organization: Organization
  place: Place
  depth: number
  isChosen: boolean
  choose: () => void
  opened?: boolean
  toggle?: () => void
  act: (open: Open) => void
}

function PlaceRow({ organization, place, depth, isChosen, choose, opened, toggle, act }: PlaceRowProps) {
  const words = placeTexts[organization]
  const { nested } = organized[organization]
  return (
    <Group gap={0} wrap="nowrap" pl={depth * 16}>
      {toggle === undefined ? (
        <Box w={28} />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={opened}
          aria-label={opened ? workspaceTexts.collapse(place.name) : workspaceTexts.expand(place.name)}
          onClick={toggle}
        >
          {opened ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        </ActionIcon>
      )}
      <UnstyledButton
        className={classes['name'] ?? ''}
        data-chosen={isChosen}
        aria-current={isChosen ? 'true' : undefined}
        onClick={choose}
        flex={1}
        miw={0}
        title={place.name}
      >
        {place.name}
      </UnstyledButton>
      {(nested || !place.fixed) && (
        <RowMenu label={place.name} icon={<IconDots size={16} />}>
          {nested && (
            <Menu.Item
              leftSection={<IconFolderPlus size={16} />}
              onClick={() => act({ what: 'add', inside: place.id })}
            >
              {words.addInside}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => act({ what: 'rename', place })}>
            {words.rename}
          </Menu.Item>
          {nested && (
            <Menu.Item
              leftSection={<IconArrowsMove size={16} />}
              onClick={() => act({ what: 'move', place })}
            >
              {words.move}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => act({ what: 'delete', place })}
          >
            {words.remove}
          </Menu.Item>
        </RowMenu>
      )}
    </Group>
  )
}
