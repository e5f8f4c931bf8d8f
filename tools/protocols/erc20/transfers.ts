import { type Address, erc20Abi, getAbiItem } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import type { LogWindow } from '../../kit/log-window.ts'

const transfer = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** One transfer of a token, as it logged it. */
export type Transfer = Awaited<ReturnType<typeof readTransfers>>[number]

/** Read the transfers of a token in a range of blocks, of all accounts or by the given end. */
export const readTransfers = (
  ctx: Pick<ToolContext, 'chain'>,
  token: Address,
  range: LogWindow,
  ends: { readonly from?: Address; readonly to?: Address } = {},
) =>
  ctx.chain.getLogs({
    address: token,
    event: transfer,
    args: ends,
    strict: true,
    fromBlock: range.fromBlock,
    toBlock: range.toBlock,
  })
