import { describe, expect, test } from 'vitest'
import { useSharedWorld } from '../support/world.ts'
import { said } from './said.ts'

const world = useSharedWorld()

interface Described {
  parameters?: { name: string; description: string }[]
}

/** The text of a parameter as readers of the description see it. */
function textOf(path: string, parameter: string): string {
  const paths = world.app.description.paths as unknown as Record<string, { get?: Described }>
  const found = paths[path]?.get?.parameters?.find(({ name }) => name === parameter)
  return found?.description ?? ''
}

const lists = () =>
  world.app.operations.flatMap(({ path, answer }) =>
    typeof answer === 'object' && 'list' in answer ? [{ path, list: answer.list }] : [],
  )

describe('the description', () => {
  test(said('The API is described by a Swagger description.'), async () => {
    const { server } = world.app
    const swagger = JSON.parse((await server.inject({ url: '/swagger.json' })).payload)
    expect(swagger.swagger).toBe('2.0')
    const paths = new Set(Object.keys(swagger.paths))
    expect(world.app.operations.filter(({ path }) => !paths.has(path))).toEqual([])
  })

  test(
    said('The sortable fields of an endpoint are listed in the description of its `sort` parameter.'),
    () => {
      expect(lists().length).toBeGreaterThan(8)
      for (const { path, list } of lists())
        for (const field of list.sort) expect(textOf(path, 'sort'), path).toContain(`\`${field}\``)
    },
  )

  test(
    said('The filterable fields of an endpoint are listed in the description of its `filter` parameter.'),
    () => {
      for (const { path, list } of lists())
        for (const field of Object.keys(list.filter))
          expect(textOf(path, 'filter'), path).toContain(`- \`${field}\``)
    },
  )

  test(
    said("An endpoint may return further codes; these are described in that endpoint's own description."),
    () => {
      // Every answer in the suite is checked against the description: an undeclared code fails.
      const paths = world.app.description.paths as unknown as Record<
        string,
        Record<string, { responses: object }>
      >
      expect(Object.keys(paths['/v1/tasks/{taskId}']?.['put']?.responses ?? {})).toEqual(
        expect.arrayContaining(['204', '412', '413', '415', '429']),
      )
    },
  )

  test(said('Paths carry a version prefix, currently /v1.'), () => {
    const outside = world.app.operations.filter(({ path }) => !path.startsWith('/v1/'))
    expect(outside.map(({ path }) => path)).toEqual(['/search/tags'])
  })

  test(said('It manages workspaces, files, tasks, time entries, tags and users.'), () => {
    const paths = new Set(world.app.operations.map(({ method, path }) => `${method} ${path}`))
    for (const path of ['/v1/workspaces', '/v1/tasks', '/v1/times', '/v1/tags', '/v1/users'])
      for (const verb of ['GET', 'POST']) expect(paths).toContain(`${verb} ${path}`)
    expect(paths).toContain('POST /v1/files/upload')
    expect(paths).toContain('GET /v1/workspaces/allFiles')
  })

  test(said('The service is a collaboration service with a RESTful HTTP API.'), () => {
    const groups = new Set(world.app.operations.map(({ group }) => group))
    for (const noun of ['workspaces', 'tasks', 'tags', 'users']) expect(groups).toContain(noun)
    const methods = new Set(world.app.operations.map(({ method }) => method))
    // PATCH is the protocol's method for resumable uploads.
    expect(methods).toEqual(new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']))
  })
})
