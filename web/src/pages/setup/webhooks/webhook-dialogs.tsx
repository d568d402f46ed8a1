import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useChange } from '../../../api/queries.ts'
import type { Webhook } from '../../../api/types.ts'
import { FormDialog, faultOf } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import { texts } from '../../../texts/texts.ts'
import type { NewSecret } from './secret.tsx'

interface DialogProps {
  webhook: Webhook
  onClose: () => void
}

export function RotateSecret({
  webhook,
  onClose,
  onMade,
}: DialogProps & { onMade: (made: NewSecret) => void }) {
  const rotate = useChange<void, Webhook & { secret: string }>(() => ({
    method: 'POST',
    path: `/v1/webhooks/${webhook.id}/secret`,
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.rotateTitle(webhook.details.name)}
      verb={words.rotate}
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() =>
        rotate.mutate(undefined, {
          onSuccess: ({ secret, details }) => {
            onMade({ secret, publicKey: details.publicKey, name: details.name })
            onClose()
          },
        })
      }
    >
      <Text>{words.rotateHint}</Text>
    </FormDialog>
  )
}

export function Replay({ webhook, onClose }: DialogProps) {
  const notices = useNotices()
  const [after, setAfter] = useState('start')
  const [until, setUntil] = useState('')
  const replay = useChange<void, { changes: number }>(() => ({
    method: 'POST',
    path: `/v1/webhooks/${webhook.id}/replay`,
    body: { after, ...(until.trim() !== '' && { until }) },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.replayTitle(webhook.details.name)}
      verb={words.replay}
      busy={replay.isPending}
      error={replay.error}
      fields={['after', 'until']}
      onSubmit={() =>
        replay.mutate(undefined, {
          onSuccess: ({ changes }) => {
            notices.done(words.replayed(changes))
            onClose()
          },
        })
      }
    >
      <Text>{words.replayHint}</Text>
      <TextInput
        label={words.replayAfter}
        description={words.replayAfterHelp}
        value={after}
        onChange={(event) => setAfter(event.currentTarget.value)}
        error={faultOf(replay.error, 'after')}
        data-autofocus
      />
      <TextInput
        label={words.replayUntil}
        description={words.replayUntilHelp}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
        error={faultOf(replay.error, 'until')}
      />
    </FormDialog>
  )
}

export function ResumeFromNow({ webhook, onClose }: DialogProps) {
  const notices = useNotices()
  const resume = useChange(() => ({
    method: 'POST',
    path: `/v1/webhooks/${webhook.id}/resume`,
    body: { from: 'now' },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.resumeNowTitle(webhook.details.name)}
      verb={words.resume}
      busy={resume.isPending}
      error={resume.error}
      onSubmit={() =>
        resume.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.resumed)
            onClose()
          },
        })
      }
    >
      <Text>{words.resumeNowHint}</Text>
    </FormDialog>
  )
}

/** Deleting for good requires typing the name. */
export function DeleteWebhook({ webhook, onClose }: DialogProps) {
  const [typed, setTyped] = useState('')
  const [, go] = useLocation()
  const notices = useNotices()
  const { name, pending } = webhook.details
  const remove = useChange(() => ({ method: 'DELETE', path: `/v1/webhooks/${webhook.id}` }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.removeTitle(name)}
      verb={words.remove}
      danger
      disabled={typed.trim() !== name}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.removed(name))
            go('/setup/advanced/webhooks')
          },
        })
      }
    >
      <Text>{words.removeHint(pending)}</Text>
      <TextInput
        label={texts.form.typeToConfirm(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
