import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'
import { Type } from '../core/schema.ts'
import {
  chooseWindow,
  describeWindow,
  type LogWindow,
  WINDOW_OUTPUT,
  WINDOW_PARAMETERS,
} from './log-window.ts'

/** Most blocks of one page; public providers refuse more. */
const MOST_BLOCKS = 10_000n

/** Entries of one page unless told. */
const DEFAULT_LIMIT = 50

/** A place in the chain: one entry of a block, or its end. */
export interface Place {
  readonly blockNumber: bigint
  /** Index of the entry in its block; undefined is the end of the block. */
  readonly index?: number
}

/** The text of a place: the block, and the entry of it after a point. */
export const PLACE_PATTERN = '[0-9]{1,15}(\\.[0-9]{1,6})?'

/** Parameters of tools that read the past page by page, the oldest entry first. */
export const PAGE_PARAMETERS = {
  ...WINDOW_PARAMETERS,
  cursor: Type.Optional(
    Type.String({
      pattern: `^${PLACE_PATTERN}$`,
      description: 'cursor of the page before; goes on after it, in place of blocks',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: `most entries, ${DEFAULT_LIMIT} by default` }),
  ),
}

/** What such a tool says of where it looked: while it is not complete, the cursor leads on. */
export const PAGE_OUTPUT = { ...WINDOW_OUTPUT, cursor: Type.String(), isComplete: Type.Boolean() }

/** What is asked of one page. */
export interface PageRequest {
  readonly blocks?: number
  readonly toBlock?: string
  readonly cursor?: string
  readonly limit?: number
  /** Most blocks of this page. */
  readonly mostBlocks?: bigint
}

/** An entry that has its place in a block. */
interface Placed {
  readonly blockNumber: bigint
  readonly logIndex: number
}

/** Read the text of a place. */
export function parsePlace(text: string): Place {
  const [block = '', index] = text.split('.')
  return { blockNumber: BigInt(block), ...(index === undefined ? {} : { index: Number(index) }) }
}

/** Write a place as text. */
export const renderPlace = ({ blockNumber, index }: Place): string =>
  index === undefined ? `${blockNumber}` : `${blockNumber}.${index}`

/** Whether an entry lies after a place. */
const isAfter = ({ blockNumber, logIndex }: Placed, place: Place) =>
  blockNumber > place.blockNumber ||
  (blockNumber === place.blockNumber && place.index !== undefined && logIndex > place.index)

/**
 * Choose the blocks of a page: those after a place, or the last ones; it is whole when no wanted block is left out.
 *
 * @throws ToolError INVALID_PARAMS when the place is not of this chain
 */
export function chooseRange(
  { blocks, toBlock, mostBlocks = MOST_BLOCKS }: PageRequest,
  after: Place | undefined,
  headNumber: bigint,
): LogWindow & { readonly isWhole: boolean } {
  const window = chooseWindow({ blocks, toBlock }, headNumber)
  if (after === undefined) return { ...window, isWhole: true }
  if (after.blockNumber > headNumber) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/cursor',
      problem: `lies at block ${after.blockNumber}, the head is ${headNumber}`,
    })
  }
  const fromBlock = after.index === undefined ? after.blockNumber + 1n : after.blockNumber
  const furthest = fromBlock + mostBlocks - 1n
  const last = window.toBlock
  return { fromBlock, toBlock: furthest < last ? furthest : last, isWhole: furthest >= last }
}

/** Put entries in their order, each once, and take those of one page; what is cut off begins the next. */
export function cutPage<Entry extends Placed>(
  entries: readonly Entry[],
  { fromBlock, toBlock, isWhole }: ReturnType<typeof chooseRange>,
  { after, limit = DEFAULT_LIMIT }: { readonly after: Place | undefined; readonly limit: number | undefined },
): { readonly entries: readonly Entry[]; readonly end: Place; readonly isComplete: boolean } {
  const byPlace = new Map(entries.map((entry) => [`${entry.blockNumber}.${entry.logIndex}`, entry]))
  const sorted = [...byPlace.values()]
    .filter((entry) => after === undefined || isAfter(entry, after))
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  const page = sorted.slice(0, limit)
  const last = page.at(-1)
  if (sorted.length > page.length && last !== undefined) {
    return { entries: page, end: { blockNumber: last.blockNumber, index: last.logIndex }, isComplete: false }
  }
  const isEmpty = fromBlock > toBlock
  return { entries: page, end: isEmpty && after ? after : { blockNumber: toBlock }, isComplete: isWhole }
}

/**
 * Read one page of logs, the oldest first; the head costs a request.
 *
 * @throws ToolError INVALID_PARAMS for a cursor after the head
 */
export async function readPage<Entry extends Placed>(
  ctx: Pick<ToolContext, 'chain'>,
  request: PageRequest,
  read: (range: LogWindow) => Promise<readonly Entry[]>,
) {
  const after = request.cursor === undefined ? undefined : parsePlace(request.cursor)
  const headNumber = await ctx.chain.getBlockNumber()
  const range = chooseRange(request, after, headNumber)
  const found = range.fromBlock > range.toBlock ? [] : await read(range)
  const { entries, end, isComplete } = cutPage(found, range, { after, limit: request.limit })
  return { entries, page: { ...describeWindow(range), cursor: renderPlace(end), isComplete } }
}
