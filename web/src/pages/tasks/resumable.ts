/** Does something with each id. After a failure, another call continues with the rest. */
export function resumable(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): () => Promise<void> {
  const left = new Set(ids)
  return async () => {
    for (const id of [...left]) {
      await act(id)
      left.delete(id)
    }
  }
}
