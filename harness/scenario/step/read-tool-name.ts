import type { ScenarioCatalogue } from '../catalogue.ts'
import type { CellReader } from '../read/cell-reader.ts'
import type { Path } from '../text/matrix.ts'

/** Read an action kind. */
export function readActionKind(kind: unknown, path: Path, reader: CellReader): string {
  const { actionKinds } = reader.catalogue
  if (!actionKinds.includes(String(kind))) {
    reader.unknown([...path, 'kind'], 'action kind', String(kind), actionKinds)
  }
  return String(kind)
}

/** Read the name of a tool that stands under a key and is one of some. */
export function readToolName(
  value: unknown,
  path: Path,
  key: string,
  known: ScenarioCatalogue['tools'],
  reader: CellReader,
): string {
  const names = known.map((tool) => tool.name)
  const all = reader.catalogue.tools.map((tool) => tool.name)
  const name = String(value)
  if (!names.includes(name) && all.includes(name)) {
    reader.problem([...path, key], `${name} is no read tool`, `write tool: { name: ${name}, … }`)
  } else if (!names.includes(name)) reader.unknown([...path, key], 'tool', name, names)
  return name
}

/** The tools that only read. */
export const readToolsOf = ({ tools }: ScenarioCatalogue): ScenarioCatalogue['tools'] =>
  tools.filter(({ capability }) => capability === 'read')
