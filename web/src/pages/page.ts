import { type ComponentType, lazy } from 'react'

/** A page and the address that leads to it, as the router writes it: `/p/:kind/:id`. */
export interface Page {
  path: string
  component: ComponentType
}

/** A page that loads when it is first opened. */
export function page<Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): Page {
  const component = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))
  return { path, component }
}
