import { type Block, BlockNotFoundError, type Hex } from 'viem'
import type { ToolContext } from '../core/context.ts'
import { Type } from '../core/schema.ts'
import { chooseRange, cutPage, PLACE_PATTERN, type Place, parsePlace, renderPlace } from './log-page.ts'
import type { LogWindow } from './log-window.ts'

/** Blocks whose hashes a cursor remembers, so that it notices when they were replaced. */
const MOST_MARKS = 4

/** Digits of a hash that are remembered. */
const MARK_DIGITS = 16

/** Where reading begins anew when no remembered block is left: two epochs of Ethereum, after which a block is final. */
const FINAL_AFTER_BLOCKS = 64n

/** A block that a reader has seen, by the first digits of its hash. */
interface Mark {
  readonly blockNumber: bigint
  readonly digits: string
}

const MARK_PATTERN = `[0-9]{1,15}:[0-9a-f]{${MARK_DIGITS}}`

/** The form of a cursor. */
export const CURSOR_PATTERN = `${PLACE_PATTERN}@${MARK_PATTERN}(,${MARK_PATTERN}){0,${MOST_MARKS - 1}}`

/** Parameters of tools that are asked again and again for what is new. */
export const STREAM_PARAMETERS = {
  cursor: Type.Optional(
    Type.String({
      pattern: `^${CURSOR_PATTERN}$`,
      description:
        'cursor of the answer before, to be given back as it is; without one it begins at the head',
    }),
  ),
}

/** What such a tool says of how far it came. */
export const STREAM_OUTPUT = {
  cursor: Type.String(),
  /** False while there is more up to the head: ask again at once. */
  isCaughtUp: Type.Boolean(),
  /** What was given of blocks after this one no longer holds, and is given again as it is now. */
  reorganisedAfterBlock: Type.Union([Type.String(), Type.Null()]),
}

type Chain = Pick<ToolContext, 'chain'>

/** A block that is mined, without its transactions. */
export type MinedBlock = Block<bigint, false, 'latest'>

/** Where a reader stands. */
interface StreamStart {
  readonly head: MinedBlock
  /** Undefined of a reader who begins. */
  readonly after: Place | undefined
  readonly reorganisedAfterBlock: string | null
  /** Blocks that it has seen and that still stand, the newest first. */
  readonly marks: readonly Mark[]
}

/** Find where a reader stands, by its cursor; blocks that it saw and that were replaced lead it back. Two requests, three after a reorganisation. */
export async function openStream(ctx: Chain, cursor: string | undefined): Promise<StreamStart> {
  if (cursor === undefined) {
    return { head: await ctx.chain.getBlock(), after: undefined, reorganisedAfterBlock: null, marks: [] }
  }
  const { place, marks } = parseCursor(cursor)
  const [newest, ...older] = marks
  const [head, stands] = await Promise.all([ctx.chain.getBlock(), newest && isStanding(ctx, newest)])
  if (stands) return { head, after: place, reorganisedAfterBlock: null, marks }
  const standing = await Promise.all(older.map((mark) => isStanding(ctx, mark)))
  const left = older.filter((_, index) => standing[index])
  const oldest = marks.at(-1)?.blockNumber ?? 0n
  const final = oldest > FINAL_AFTER_BLOCKS ? oldest - FINAL_AFTER_BLOCKS : 0n
  const lastCommon = left[0]?.blockNumber ?? (final < head.number ? final : head.number)
  return {
    head,
    after: { blockNumber: lastCommon },
    reorganisedAfterBlock: lastCommon.toString(),
    marks: left,
  }
}

/** Write the cursor of a reader who has come to a place, with the hash of its block. */
export function renderCursor({ marks }: Pick<StreamStart, 'marks'>, place: Place, hash: Hex): string {
  const mark = { blockNumber: place.blockNumber, digits: toDigits(hash) }
  const kept = [mark, ...marks.filter(({ blockNumber }) => blockNumber < mark.blockNumber)].slice(
    0,
    MOST_MARKS,
  )
  return `${renderPlace(place)}@${kept.map(({ blockNumber, digits }) => `${blockNumber}:${digits}`).join(',')}`
}

/**
 * Read what logs are new to a reader, the oldest first; one who begins is given those of the last blocks. Four requests
 * beside those for the logs, five after a reorganisation.
 */
export async function readStream<
  Entry extends { readonly blockNumber: bigint; readonly logIndex: number; readonly blockHash: Hex },
>(
  ctx: Chain,
  {
    cursor,
    blocks = 0,
    limit,
  }: { readonly cursor?: string; readonly blocks?: number; readonly limit?: number },
  read: (range: LogWindow) => Promise<readonly Entry[]>,
) {
  const start = await openStream(ctx, cursor)
  const { head } = start
  const back = head.number - BigInt(blocks)
  const after = start.after ?? { blockNumber: back < 0n ? 0n : back }
  const range = chooseRange({}, after, head.number)
  const found = range.fromBlock > range.toBlock ? [] : await read(range)
  const { entries, end, isComplete } = cutPage(found, range, { after, limit })
  const last = entries.at(-1)
  const hash =
    end.blockNumber === head.number
      ? head.hash
      : end.index !== undefined && last !== undefined
        ? last.blockHash
        : (await ctx.chain.getBlock({ blockNumber: end.blockNumber })).hash
  return {
    entries,
    stream: {
      cursor: renderCursor(start, end, hash),
      isCaughtUp: isComplete,
      reorganisedAfterBlock: start.reorganisedAfterBlock,
    },
  }
}

function parseCursor(cursor: string): { readonly place: Place; readonly marks: readonly Mark[] } {
  const [place = '', marks = ''] = cursor.split('@')
  return {
    place: parsePlace(place),
    marks: marks.split(',').map((mark) => {
      const [blockNumber = '', digits = ''] = mark.split(':')
      return { blockNumber: BigInt(blockNumber), digits }
    }),
  }
}

const toDigits = (hash: Hex) => hash.slice(2, 2 + MARK_DIGITS)

async function isStanding({ chain }: Chain, { blockNumber, digits }: Mark): Promise<boolean> {
  const block = await chain.getBlock({ blockNumber }).catch((cause: unknown) => {
    if (!(cause instanceof BlockNotFoundError)) throw cause
    return undefined
  })
  return block !== undefined && toDigits(block.hash) === digits
}
