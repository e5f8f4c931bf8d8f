import type { Reading } from './reserve.ts'

/** Read the newest logs of the last blocks, with what range they are of. */
export async function readPast<Log>(
  ctx: Reading,
  { blocks = 1_000, limit = 50 }: { readonly blocks?: number; readonly limit?: number },
  read: (range: { readonly fromBlock: bigint; readonly toBlock: bigint }) => Promise<readonly Log[]>,
) {
  const toBlock = await ctx.chain.getBlockNumber()
  const fromBlock = toBlock >= BigInt(blocks) ? toBlock - BigInt(blocks) + 1n : 0n
  const logs = await read({ fromBlock, toBlock })
  return {
    range: { fromBlock: fromBlock.toString(), toBlock: toBlock.toString(), totalFound: logs.length },
    logs: logs.slice(-limit),
  }
}
