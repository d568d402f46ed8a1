import type { Workspace } from '../api/types.ts'
import { PageHead } from '../frame/frame.tsx'
import { Ago } from '../parts/moments.tsx'
import { DataTable } from '../table/data-table.tsx'
import { texts } from '../texts/texts.ts'

export function WorkspacesPage() {
  return (
    <>
      <PageHead title={texts.rail.workspaces} />
      <DataTable<Workspace>
        path="/v1/workspaces"
        nameOf={({ details }) => details.workspaceName}
        hrefOf={({ id }) => `/p/workspace/${id}`}
        columns={[
          { field: 'workspaceName', label: 'Name', show: ({ details }) => details.workspaceName },
          {
            field: 'urlShortName',
            label: 'Short name',
            show: ({ details }) => details.urlShortName,
            wide: true,
          },
          {
            field: 'updatedAt',
            label: 'Changed',
            show: ({ details }) => <Ago at={details.updatedAt} />,
            wide: true,
          },
        ]}
        empty={{
          title: 'No workspaces yet',
          hint: 'A workspace holds the tasks, files and time of people who work together.',
        }}
      />
    </>
  )
}
