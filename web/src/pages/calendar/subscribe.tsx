import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CalendarAddress } from '../../parts/calendar-address.tsx'
import { calendarAddressTexts as words } from '../../texts/calendar-address.ts'
import { texts } from '../../texts/texts.ts'
import classes from './calendar.module.css'

/** The way to the address for calendar programs. */
export function Subscribe() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes['step']} onClick={() => setOpen(true)}>
        {words.subscribe}
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={words.title}
        closeButtonProps={{ 'aria-label': texts.form.close }}
      >
        <Stack gap="md">
          <Text size="sm">{words.hint}</Text>
          <CalendarAddress />
        </Stack>
      </Modal>
    </>
  )
}
