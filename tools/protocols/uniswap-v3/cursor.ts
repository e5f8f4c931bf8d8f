import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { DEFAULT_BLOCKS, type LogWindow } from '../../kit/log-window.ts'

/** Most blocks that one answer covers; public providers refuse more. */
const MOST_BLOCKS = 10_000n

/** Parameters of tools that go on where the last answer ended. */
export const CURSOR_PARAMETERS = {
  cursor: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}-[0-9]{1,9}$',
      description: `nextCursor of the answer before; without one, the last ${DEFAULT_BLOCKS} blocks`,
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'most events, 50 by default' })),
}

/** What such tools say of how to go on. */
export const CURSOR_OUTPUT = {
  fromBlock: Type.String(),
  toBlock: Type.String(),
  /** Give it back as `cursor`: what follows is neither told twice nor left out. */
  nextCursor: Type.String(),
  /** Whether there is more already. */
  hasMore: Type.Boolean(),
}

/** Places of a log on the chain. */
interface LogPlace {
  readonly blockNumber: bigint
  readonly logIndex: number
}

/** Where reading begins: at a log of a block. */
export interface CursorWindow extends LogWindow {
  readonly headBlock: bigint
  readonly firstLogIndex: number
}

/**
 * Open the blocks from a cursor on; the head costs a request.
 *
 * @throws ToolError INVALID_PARAMS for a cursor beyond the head, as after a reorganisation
 */
export async function openCursor(
  ctx: Pick<ToolContext, 'chain'>,
  cursor: string | undefined,
): Promise<CursorWindow> {
  const headBlock = await ctx.chain.getBlockNumber()
  const [block, index] = cursor?.split('-') ?? []
  const start = headBlock >= BigInt(DEFAULT_BLOCKS) ? headBlock - BigInt(DEFAULT_BLOCKS) + 1n : 0n
  const fromBlock = block === undefined ? start : BigInt(block)
  if (fromBlock > headBlock + 1n) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/cursor',
      problem: `is of block ${fromBlock}, and the head is ${headBlock}: begin anew without a cursor`,
    })
  }
  const last = fromBlock + MOST_BLOCKS - 1n
  return {
    fromBlock,
    toBlock: last < headBlock ? last : headBlock,
    headBlock,
    firstLogIndex: Number(index ?? 0),
  }
}

/** Read logs of the blocks from a cursor on; a node refuses to look beyond its head, where there is nothing yet. */
export const readSince = async <Event>(
  window: CursorWindow,
  read: (window: LogWindow) => Promise<readonly Event[]>,
): Promise<readonly Event[]> =>
  window.fromBlock > window.toBlock ? [] : read({ fromBlock: window.fromBlock, toBlock: window.toBlock })

/** Take a page of logs, in their order, and say where the next one begins. */
export function takePage<Event extends LogPlace>(
  window: CursorWindow,
  logs: readonly Event[],
  { limit, isWanted }: { readonly limit: number; readonly isWanted: (event: Event) => boolean },
) {
  const wanted = logs.filter(
    (event) =>
      (event.blockNumber > window.fromBlock || event.logIndex >= window.firstLogIndex) && isWanted(event),
  )
  const page = wanted.slice(0, limit)
  const last = page.at(-1)
  const isCut = wanted.length > page.length
  const nextCursor =
    isCut && last !== undefined ? `${last.blockNumber}-${last.logIndex + 1}` : `${window.toBlock + 1n}-0`
  return {
    page,
    told: {
      fromBlock: window.fromBlock.toString(),
      toBlock: (isCut && last !== undefined ? last.blockNumber : window.toBlock).toString(),
      nextCursor,
      hasMore: isCut || window.toBlock < window.headBlock,
    },
  }
}
