import { type Address, erc20Abi, getAddress } from 'viem'
import type { SimulatedCallResult } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { Call } from '../../core/plan.ts'
import { approveThroughZero } from '../../kit/approval.ts'
import type { Vault } from './vault.ts'

/** What calls of an account would do now, all in one block on top of the head. */
export interface Trial {
  readonly calls: readonly SimulatedCallResult[]
  /** Null when every call succeeds. */
  readonly revertReason: string | null
  /** By how much its assets and shares would change. */
  readonly assetsDelta: bigint
  readonly sharesDelta: bigint
}

/** Try calls as an account, of which the first alone may approve, and watch what it has of a vault's asset and shares, in one request. */
export async function tryCalls(
  ctx: Pick<ToolContext, 'chain' | 'book' | 'interfaces'>,
  { address, asset }: Pick<Vault, 'address' | 'asset'>,
  account: Address,
  calls: readonly Pick<Call, 'to' | 'data'>[],
): Promise<Trial> {
  const { chain, book } = ctx
  const made = await approveThroughZero(
    calls.map((call) => ({ ...call, valueWei: 0n })),
    { chain, book, account },
  )
  const { before, after, ...tried } = await chain.simulate(
    made.map((call) => ({ ...call, from: account })),
    {
      balances: [asset.address, address].map((token) => ({ token, account })),
      allowances: [],
      codeHashes: [],
      feeds: [],
    },
  )
  const failed = tried.calls.find(({ ok }) => !ok)
  const deltaOf = (at: number) => (after.balances[at] ?? 0n) - (before.balances[at] ?? 0n)
  return {
    // What goes before is the way of an allowance through zero.
    calls: tried.calls.slice(made.length - calls.length),
    revertReason: failed === undefined ? null : ctx.interfaces.explainRevert(failed.returnData),
    assetsDelta: deltaOf(0),
    sharesDelta: deltaOf(1),
  }
}

/** What a call returned as a number; undefined where it reverted or returned none. */
export const numberOf = (call: SimulatedCallResult | undefined): bigint | undefined =>
  call?.ok && call.returnData.length >= 66 ? BigInt(call.returnData.slice(0, 66)) : undefined

/** A transfer of a token. */
export const buildTransfer = (
  token: Address,
  to: Address,
  amountBaseUnits: bigint,
): Pick<Call, 'to' | 'data'> => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amountBaseUnits] }),
})

/** The account that something is tried as. */
export const chooseAccount = (ctx: Pick<ToolContext, 'account'>, named: Address | undefined): Address =>
  getAddress(named ?? ctx.account)
