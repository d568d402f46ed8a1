import { Button } from '@mantine/core'
import { IconDownload } from '../../parts/icons.tsx'
import { filePageTexts as words } from '../../texts/file-page.ts'
import classes from './file-page.module.css'

/** Why a file is not shown, and how to get it all the same. */
export function NoPreview({ why, onDownload }: { why: string; onDownload: () => void }) {
  return (
    <div className={classes['none']}>
      <p>{why}</p>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={onDownload}>
        {words.download}
      </Button>
    </div>
  )
}
