import { listStoreTables, type StoreDamage } from '../audit/store-damage.ts'
import type { CellReader } from './cell-reader.ts'
import type { Path } from './matrix.ts'

type Members = Readonly<Record<string, unknown>>

const FILE_FATES = ['gone', 'copy'] as const

/** Read what happens to the store's file while its process is down. */
export function readDamage(members: Members, path: Path, reader: CellReader): StoreDamage {
  const { file, checkpoints, table, key, set } = members
  if ((file === undefined) === (table === undefined)) {
    const hint = 'write { table: meta, key: phase } or { file: gone }'
    reader.problem(path, 'a damage is one of the file or of a table', hint, true)
  }
  if (file !== undefined) {
    return {
      kind: 'file',
      becomes: reader.choose([...path, 'file'], 'state of a file', file, FILE_FATES),
      withCheckpoints: checkpoints === true,
    }
  }
  if (checkpoints !== undefined) {
    reader.problem([...path, 'checkpoints'], 'checkpoints are a file of their own', 'damage the file', true)
  }
  const tables = listStoreTables()
  const name = reader.choose([...path, 'table'], 'table', table, [...tables.keys()])
  const columns = tables.get(name) ?? []
  for (const column of Object.keys((set as Members | undefined) ?? {})) {
    if (!columns.includes(column)) reader.unknown([...path, 'set', column], 'column', column, columns)
  }
  return {
    kind: 'rows',
    table: name,
    ...(key === undefined ? {} : { key: key as string | number }),
    ...(set === undefined ? {} : { set: set as Readonly<Record<string, string | number>> }),
  }
}
