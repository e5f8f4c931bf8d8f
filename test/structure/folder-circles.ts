/** One file that imports another one, for its types alone perhaps. */
export interface Import {
  readonly from: string
  readonly to: string
}

/**
 * List the imports by which folders beside each other need each other. What lies below a folder counts as the folder;
 * files that lie beside folders, such as an index, belong to none of them.
 */
export function listFolderCircles(imports: readonly Import[]): readonly string[] {
  const edges = imports.flatMap((each) => {
    const ends = foldersBeside(each)
    return ends ? [{ ...each, ...ends }] : []
  })
  const needs = Map.groupBy(edges, ({ importer }) => importer)
  const reaches = (start: string, end: string) => {
    const seen = new Set([start])
    for (const folder of seen) for (const { imported } of needs.get(folder) ?? []) seen.add(imported)
    return seen.has(end)
  }
  return edges
    .filter(({ importer, imported }) => reaches(imported, importer))
    .map(({ importer, imported, from, to }) => `${importer} needs ${imported}: ${from} imports ${to}`)
    .sort()
}

/** The folders, side by side, in which the two files of an import lie. */
function foldersBeside({ from, to }: Import) {
  const [own, other] = [from.split('/'), to.split('/')]
  const at = own.findIndex((part, index) => part !== other[index])
  const isBeside = at >= 0 && at < own.length - 1 && at < other.length - 1
  return isBeside
    ? { importer: own.slice(0, at + 1).join('/'), imported: other.slice(0, at + 1).join('/') }
    : undefined
}
