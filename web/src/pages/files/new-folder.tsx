import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import { useFileActs } from './acts.ts'
import type { FilesState } from './files-state.ts'

interface NewFolderProps {
  workspaceId: string
  state: FilesState
  onClose: () => void
}

/** Creates a folder in the one that is shown, and opens it. */
export function NewFolder({ workspaceId, state, onClose }: NewFolderProps) {
  const acts = useFileActs()
  const [, go] = useLocation()
  const [folderName, setName] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const create = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const folder = await acts.createFolder(workspaceId, folderName, state.folder)
      onClose()
      go(state.hrefOf({ folder }))
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      onClose={onClose}
      title={words.newFolder}
      verb={words.createFolder}
      busy={busy}
      error={error}
      fields={['folderName']}
      onSubmit={() => void create()}
    >
      <TextInput
        data-autofocus
        label={words.folderName}
        value={folderName}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(error, 'folderName')}
      />
    </FormDialog>
  )
}
