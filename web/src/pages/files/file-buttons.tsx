import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFolderPlus, IconUpload } from '../../parts/icons.tsx'
import { keyHint, runAction } from '../../site/keys.ts'
import { fileTexts } from '../../texts/files.ts'
import { uploadTexts as words } from '../../texts/uploads.ts'
import tasks from '../tasks/tasks.module.css'

const newFolder = (): void => runAction('newFolder')
const upload = (): void => runAction('upload')

/** The buttons for a new folder and for uploads. Phones show icons, and have no folders to upload. */
export function FileButtons() {
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        hiddenFrom="sm"
        aria-label={fileTexts.newFolder}
        onClick={newFolder}
      >
        <IconFolderPlus size={18} />
      </ActionIcon>
      <ActionIcon variant="filled" size={36} hiddenFrom="sm" aria-label={words.upload} onClick={upload}>
        <IconUpload size={18} />
      </ActionIcon>
      <Button
        variant="default"
        leftSection={<IconFolderPlus size={16} />}
        size="sm"
        h={32}
        visibleFrom="sm"
        onClick={newFolder}
      >
        {fileTexts.newFolder}
      </Button>
      <Button.Group visibleFrom="sm">
        <Button leftSection={<IconUpload size={16} />} size="sm" h={32} onClick={upload}>
          {words.upload}
          <kbd className={tasks['key']}>{keyHint('upload')}</kbd>
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button size="sm" h={32} px={6} aria-label={words.otherWays}>
              <IconChevronDown size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              rightSection={<kbd className={tasks['key']}>{keyHint('uploadFolder')}</kbd>}
              onClick={() => runAction('uploadFolder')}
            >
              {words.chooseFolder}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </>
  )
}
