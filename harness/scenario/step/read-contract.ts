import { isAddress } from 'viem'
import type { CellReader } from '../read/cell-reader.ts'
import type { Path } from '../text/matrix.ts'

/** Read the name of a contract or token, or an address. */
export function readContract(value: unknown, path: Path, reader: CellReader): string {
  const name = String(value)
  const { contracts, tokens } = reader.catalogue
  const known = [...Object.keys(contracts), ...tokens.map(({ symbol }) => symbol), 'cage']
  if (!known.includes(name) && !isAddress(name, { strict: false })) {
    reader.unknown(path, 'contract', name, known)
  }
  return name
}
