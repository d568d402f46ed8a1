import { Box, Button, Code, CopyButton, Group, Paper, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import { records } from '../../api/records.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { IconCheck, IconCode } from '../../parts/icons.tsx'
import { asRequest } from '../../table/as-request.ts'
import { recordTexts } from '../../texts/records.ts'
import { texts } from '../../texts/texts.ts'
import { FieldValue } from './field-value.tsx'
import type { AnyRecord } from './record-address.ts'
import classes from './records.module.css'
import { Reference } from './reference.tsx'

interface RecordDetailsProps {
  kind: string
  record: AnyRecord
  /** The path in the API. */
  path: string
}

/** All fields of a record, and its address in the API. */
export function RecordDetails({ kind, record, path }: RecordDetailsProps) {
  const { id, permalink, details } = record
  const fields = Object.entries(details).filter(
    ([field]) => field !== 'externalId' && field !== records[kind]?.nameField,
  )
  const externalId = details['externalId']
  return (
    <Stack gap="md" maw={1120}>
      <Paper px="md" py="xs">
        <dl className={classes['fields']}>
          {fields.map(([field, value]) => (
            <Fragment key={field}>
              <dt title={records[kind]?.fields[field]?.about}>{recordTexts.field(kind, field)}</dt>
              <dd>
                {field === 'recordId' && records[String(details['kind'])] !== undefined ? (
                  <Reference kind={String(details['kind'])} id={String(value)} />
                ) : (
                  <FieldValue kind={kind} field={field} value={value} />
                )}
              </dd>
            </Fragment>
          ))}
        </dl>
      </Paper>
      <Paper px="md" py="md">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h3">
            {recordTexts.developer}
          </Title>
          <CopyButton value={asRequest(path)}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={copied ? <IconCheck size={14} /> : <IconCode size={14} />}
                onClick={copy}
              >
                {copied ? texts.states.copied : texts.table.copyAsRequest}
              </Button>
            )}
          </CopyButton>
        </Group>
        <dl className={classes['fields']}>
          <dt>{recordTexts.id}</dt>
          <dd>
            <CopyText value={id} />
          </dd>
          {externalId !== undefined && (
            <>
              <dt title={records[kind]?.fields['externalId']?.about}>
                {recordTexts.field(kind, 'externalId')}
              </dt>
              <dd>
                {typeof externalId === 'string' ? (
                  <CopyText value={externalId} />
                ) : (
                  <FieldValue kind={kind} field="externalId" value={null} />
                )}
              </dd>
            </>
          )}
          <dt>{recordTexts.permalink}</dt>
          <dd>
            <CopyText value={permalink} />
          </dd>
        </dl>
        <Box component="details" className={classes['json'] ?? ''}>
          <summary>{recordTexts.json}</summary>
          <Code block tabIndex={0}>
            {JSON.stringify(record, null, 2)}
          </Code>
        </Box>
      </Paper>
    </Stack>
  )
}
