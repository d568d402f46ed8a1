import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import type { Webhook } from '../../../api/types.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import type { NewSecret } from './secret.tsx'
import { fieldLabels, newSettings, WebhookFields } from './webhook-fields.tsx'

interface CreateWebhookProps {
  onClose: () => void
  onMade: (made: NewSecret) => void
}

export function CreateWebhook({ onClose, onMade }: CreateWebhookProps) {
  const [values, setValues] = useState(newSettings)
  const create = useChange<void, Webhook & { secret: string }>(() => ({
    method: 'POST',
    path: '/v1/webhooks',
    body: values,
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.create}
      verb={words.createVerb}
      busy={create.isPending}
      error={create.error}
      fields={Object.keys(fieldLabels)}
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: ({ secret, details }) => {
            onMade({ secret, publicKey: details.publicKey, name: details.name })
            onClose()
          },
        })
      }
    >
      <WebhookFields
        values={values}
        set={(changes) => setValues({ ...values, ...changes })}
        error={create.error}
        isNew
      />
    </FormDialog>
  )
}
