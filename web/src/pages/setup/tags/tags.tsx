import { Button, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsDeleted } from '../../../api/me.ts'
import type { Tag } from '../../../api/types.ts'
import { IconArrowRight, IconDots, IconPencil, IconPlus, IconTrash } from '../../../parts/icons.tsx'
import { TagMark } from '../../../parts/marks.tsx'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { tagTexts as words } from '../../../texts/setup-tags.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { CreateTag, DeleteTag, MergeTag, RenameTag } from './tag-dialogs.tsx'

type Open = { what: 'create' } | { what: 'rename' | 'merge' | 'delete'; tag: Tag } | undefined

/** Company Setup, Tags: all tags, and how many tasks and files have them. */
export function TagsPage() {
  const isDeleted = useIsDeleted()
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  const createAs = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} />}
      disabled={isDeleted}
      onClick={() => setOpen({ what: 'create' })}
    >
      {words.create}
    </Button>
  )
  const item = (what: 'rename' | 'merge' | 'delete', tag: Tag) => ({
    disabled: isDeleted,
    onClick: () => setOpen({ what, tag }),
  })
  return (
    <SetupFrame action={createAs('filled')}>
      <Stack gap="md">
        <Text maw={720}>{words.intro}</Text>
        <DataTable<Tag>
          path="/v1/tags"
          sort="tagName"
          exportAs="tags"
          nameOf={({ details }) => details.tagName}
          hrefOf={({ id }) => `/p/tag/${id}`}
          columns={[
            {
              field: 'tagName',
              label: words.name,
              show: ({ id, details }) => <TagMark id={id} name={details.tagName} />,
            },
            {
              field: 'taskCount',
              label: words.tasks,
              numeric: true,
              show: ({ details }) => (details.taskCount ?? 0).toLocaleString(),
            },
            {
              field: 'fileCount',
              label: words.files,
              numeric: true,
              show: ({ details }) => (details.fileCount ?? 0).toLocaleString(),
            },
          ]}
          actions={(tag) => (
            <RowMenu label={tag.details.tagName} icon={<IconDots size={16} />}>
              <Menu.Item leftSection={<IconPencil size={16} />} {...item('rename', tag)}>
                {words.rename}
              </Menu.Item>
              <Menu.Item leftSection={<IconArrowRight size={16} />} {...item('merge', tag)}>
                {words.merge}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} {...item('delete', tag)}>
                {words.remove}
              </Menu.Item>
            </RowMenu>
          )}
          empty={{ title: words.emptyTitle, hint: words.emptyHint, action: createAs('default') }}
        />
      </Stack>
      {open?.what === 'create' && <CreateTag onClose={close} />}
      {open?.what === 'rename' && <RenameTag tag={open.tag} onClose={close} />}
      {open?.what === 'merge' && <MergeTag tag={open.tag} onClose={close} />}
      {open?.what === 'delete' && <DeleteTag tag={open.tag} onClose={close} />}
    </SetupFrame>
  )
}
