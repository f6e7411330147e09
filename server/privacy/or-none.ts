/** PostgreSQL accepts no empty list, so the list gets an empty id, which no row has. */
export function orNone(names: readonly string[]): readonly string[] {
  return names.length > 0 ? names : [''];
}
