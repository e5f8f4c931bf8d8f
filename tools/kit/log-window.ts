import type { ToolContext } from '../core/context.ts'
import { Type } from '../core/schema.ts'

/** Blocks that are looked through unless told; public providers refuse more than ten thousand. */
export const DEFAULT_BLOCKS = 1_000

/** Parameters of tools that read logs. */
export const WINDOW_PARAMETERS = {
  blocks: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: `blocks to look back, ${DEFAULT_BLOCKS} by default`,
    }),
  ),
  toBlock: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}$', description: 'last block to look at; the head by default' }),
  ),
}

/** What such a tool says of where it looked: to go on, give the block before `fromBlock` as `toBlock`. */
export const WINDOW_OUTPUT = { fromBlock: Type.String(), toBlock: Type.String() }

/** A range of blocks, both included. */
export interface LogWindow {
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** Choose the blocks that are looked through; the head costs a request. */
export async function readWindow(
  ctx: Pick<ToolContext, 'chain'>,
  params: { readonly blocks?: number; readonly toBlock?: string },
): Promise<LogWindow> {
  return chooseWindow(params, await ctx.chain.getBlockNumber())
}

/** The blocks of a window, none of which lies after the head. */
export function chooseWindow(
  { blocks, toBlock }: { readonly blocks?: number | undefined; readonly toBlock?: string | undefined },
  headNumber: bigint,
): LogWindow {
  const wanted = toBlock === undefined ? headNumber : BigInt(toBlock)
  return windowBefore(wanted < headNumber ? wanted : headNumber, blocks)
}

/** The last blocks up to one, which is included. */
export function windowBefore(toBlock: bigint, blocks = DEFAULT_BLOCKS): LogWindow {
  const wide = BigInt(blocks)
  return { fromBlock: toBlock >= wide ? toBlock - wide + 1n : 0n, toBlock }
}

/** Describe a window as `WINDOW_OUTPUT` has it. */
export const describeWindow = ({ fromBlock, toBlock }: LogWindow) => ({
  fromBlock: fromBlock.toString(),
  toBlock: toBlock.toString(),
})

/** List the numbers of the blocks of a window. */
export const listBlocks = ({ fromBlock, toBlock }: LogWindow): bigint[] =>
  fromBlock > toBlock
    ? []
    : Array.from({ length: Number(toBlock - fromBlock) + 1 }, (_, index) => fromBlock + BigInt(index))
