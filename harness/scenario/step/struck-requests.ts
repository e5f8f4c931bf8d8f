import { Type } from '../../../tools/core/schema.ts'
import type { CellReader } from '../read/cell-reader.ts'
import { duration, optional, text } from '../schema-words.ts'
import type { Path } from '../text/matrix.ts'

/** Which requests a fault strikes, and for how long. */
export const STRUCK_MEMBERS = {
  method: optional(text('JSON-RPC method, e.g. "eth_get*"; default any')),
  after: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'matching requests that pass before; default none',
    }),
  ),
  times: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'how often; default once' })),
  for: optional(duration('how long a delayed answer takes')),
}

/** Read which requests a fault of a kind strikes, and for how long; one with a rate strikes for good. */
export function readStruck(
  kind: string,
  members: {
    readonly method?: string
    readonly after?: number
    readonly times?: number
    readonly rateBps?: number
    readonly for?: string
  },
  path: Path,
  reader: CellReader,
) {
  if (kind === 'delay' && members.for === undefined) {
    reader.problem(path, 'a delay takes no time', 'write how long, e.g. for: 11s', true)
  }
  const times = members.times ?? (members.rateBps === undefined ? 1 : undefined)
  return {
    ...(members.after === undefined ? {} : { after: members.after }),
    ...(times === undefined ? {} : { times }),
    ...(members.method === undefined ? {} : { method: members.method }),
    ...(members.for === undefined ? {} : { delayMs: reader.durationMs(members.for, [...path, 'for'], 1) }),
  }
}

/** Name the requests that a fault strikes. */
export const nameStruck = ({ method = 'any request', after }: { method?: string; after?: number }) =>
  after === undefined ? method : `${method} after ${after}`
