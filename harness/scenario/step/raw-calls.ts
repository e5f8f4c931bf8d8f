import { zeroAddress } from 'viem'
import { Type } from '../../../tools/core/schema.ts'
import { encodeRawCall, type RawCall, type RawNames } from '../encode-raw.ts'
import type { CellReader } from '../read/cell-reader.ts'
import { closed, named, optional, text } from '../schema-words.ts'
import type { Path } from '../text/matrix.ts'

/** Ethereum's first block. No run is earlier, and what cannot hold this time holds that of none. */
const EARLIEST_SECONDS = 1_438_269_988n

/** One call, as raw steps and outsiders write it. */
export const CallSchema = Type.Object(
  {
    to: named('account', 'actor, contract, token or address'),
    function: optional(text('signature, e.g. "approve(address,uint256)"')),
    args: optional(
      Type.Array(Type.Unknown(), {
        description:
          'names, amounts, "max", "now+10m", lists for structs; bytes are hex, { function, args }, { abi, args }, { packed, args }, { bundle: protocol, calls: [calls] } or a list of these',
      }),
    ),
    data: optional(Type.Unknown({ description: 'call data in place of a function' })),
    value: optional(text('value, e.g. "1 ETH"')),
  },
  closed,
)

/** Read calls: what cannot be encoded is a problem of the file. */
export function readCalls(calls: readonly RawCall[], path: Path, reader: CellReader): readonly RawCall[] {
  const names = namesOf(reader)
  for (const [index, call] of calls.entries()) {
    tryEncoding(() => encodeRawCall(call, names), [...path, index], reader)
  }
  return calls
}

/** Names as far as a file knows them: the cage's address and the time are those of the run. */
export function namesOf(reader: CellReader): RawNames {
  const { tokens } = reader.catalogue
  const findToken = (symbol: string) => tokens.find((token) => token.symbol === symbol)
  return {
    address: (name) =>
      name === 'cage' || findToken(name) !== undefined ? zeroAddress : reader.addressOf(name),
    decimals: (symbol) => findToken(symbol)?.decimals,
    native: reader.catalogue.native[0] ?? '',
    nowSeconds: EARLIEST_SECONDS,
  }
}

/** Report why something cannot be encoded. */
export function tryEncoding(encode: () => unknown, path: Path, reader: CellReader): void {
  try {
    encode()
  } catch (cause) {
    const problem = (cause as Error).message.split('\n')[0] ?? ''
    reader.problem(path, problem, '`assay docs steps` says what may stand here')
  }
}

/** Name calls for people. */
export const nameCalls = (calls: readonly RawCall[]): string[] =>
  calls.map(({ to, function: name }) => `${name ?? 'data'} on ${to}`)
