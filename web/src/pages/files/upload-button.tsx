import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconUpload } from '../../parts/icons.tsx'
import { keyHint, runAction } from '../../site/keys.ts'
import { uploadTexts as words } from '../../texts/uploads.ts'
import tasks from '../tasks/tasks.module.css'

/** Uploads files; its menu uploads a whole folder. Phones have no folders to choose. */
export function UploadButton() {
  return (
    <Button.Group>
      <Button leftSection={<IconUpload size={16} />} size="sm" h={32} onClick={() => runAction('upload')}>
        {words.upload}
        <kbd className={tasks['key']}>{keyHint('upload')}</kbd>
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button className={tasks['desk'] ?? ''} size="sm" h={32} px={6} aria-label={words.otherWays}>
            <IconChevronDown size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            rightSection={<kbd className={tasks['key']}>{keyHint('upload')}</kbd>}
            onClick={() => runAction('upload')}
          >
            {words.chooseFiles}
          </Menu.Item>
          <Menu.Item
            rightSection={<kbd className={tasks['key']}>{keyHint('uploadFolder')}</kbd>}
            onClick={() => runAction('uploadFolder')}
          >
            {words.chooseFolder}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
