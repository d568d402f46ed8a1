import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { useAuth, useSession } from '../../api/session.ts'
import { CodeField } from '../../parts/code-field.tsx'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { accountTexts } from '../../texts/account.ts'
import { outsideTexts } from '../../texts/outside.ts'
import { texts } from '../../texts/texts.ts'
import { RecoveryCodes } from '../codes/recovery-codes.tsx'
import { SetUpCodes } from '../codes/set-up-codes.tsx'

const { codes: words, recovery } = accountTexts

export function Codes({ hasPassword, isOn }: { hasPassword: boolean; isOn: boolean }) {
  const [open, setOpen] = useState<'setUp' | 'renew' | 'remove'>()
  const [fresh, setFresh] = useState<readonly string[]>()
  const client = useQueryClient()
  const notices = useNotices()
  const { session } = useSession()
  const email = session?.user?.email ?? ''
  const close = (said?: string): void => {
    setOpen(undefined)
    void client.invalidateQueries({ queryKey: ['session'] })
    void refreshAfterWrite(client, '/v1/users/me')
    if (said !== undefined) notices.done(said)
  }
  if (!hasPassword) return <Text>{accountTexts.password.none}</Text>
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Badge variant="light" color={isOn ? 'green' : 'gray'}>
          {isOn ? words.on : words.off}
        </Badge>
        <Text>{isOn ? words.onText : words.offText}</Text>
      </Group>
      <Group gap="sm">
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setOpen('renew')}>
              {words.renew}
            </Button>
            <Button variant="default" onClick={() => setOpen('remove')}>
              {words.remove}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setOpen('setUp')}>
            {words.setUp}
          </Button>
        )}
      </Group>
      <Modal
        opened={open === 'setUp'}
        onClose={() => close()}
        title={words.setUp}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': texts.form.close }}
      >
        <SetUpCodes password={undefined} email={email} onDone={() => close(words.done)} />
      </Modal>
      {open === 'renew' && <Renew onClose={() => close()} onMade={setFresh} />}
      {open === 'remove' && <Remove onClose={close} />}
      <Modal
        opened={fresh !== undefined}
        onClose={() => setFresh(undefined)}
        title={recovery.list}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <RecoveryCodes codes={fresh ?? []} email={email} onDone={() => setFresh(undefined)} />
      </Modal>
    </Stack>
  )
}

function Renew({ onClose, onMade }: { onClose: () => void; onMade: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('')
  const renew = useAuth('/auth/one-time-codes/recovery-codes')
  return (
    <FormDialog
      onClose={onClose}
      title={words.renew}
      verb={words.renewVerb}
      busy={renew.isPending}
      error={renew.error}
      fields={['code']}
      onSubmit={() =>
        renew.mutate(
          { code },
          {
            onSuccess: ({ recoveryCodes }) => {
              onClose()
              onMade(recoveryCodes)
            },
          },
        )
      }
    >
      <Text>{words.renewHint}</Text>
      <CodeField
        label={words.codeNow}
        value={code}
        onChange={setCode}
        error={faultOf(renew.error, 'code')}
        autoFocus
      />
    </FormDialog>
  )
}

function Remove({ onClose }: { onClose: (said?: string) => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useAuth('/auth/one-time-codes/remove')
  return (
    <FormDialog
      onClose={() => onClose()}
      title={words.remove}
      verb={words.remove}
      danger
      busy={remove.isPending}
      error={remove.error}
      fields={['password', 'code']}
      onSubmit={() => remove.mutate({ password, code }, { onSuccess: () => onClose(words.removed) })}
    >
      <Text>{words.removeHint}</Text>
      <PasswordField
        label={outsideTexts.password}
        value={password}
        onChange={setPassword}
        error={faultOf(remove.error, 'password')}
        autoFocus
      />
      <CodeField
        label={words.codeNow}
        value={code}
        onChange={setCode}
        error={faultOf(remove.error, 'code')}
      />
    </FormDialog>
  )
}
