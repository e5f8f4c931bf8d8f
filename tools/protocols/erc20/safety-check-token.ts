import { type Address, erc20Abi, size } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { SimulatedCall } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Market, MarketPool } from '../../core/market.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { findToken, resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EIP1967_SLOTS, readAddressWord } from '../../kit/account-kind.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

/** Fresh addresses that play the buyer and a second holder; nothing lives there. */
const BUYER: Address = '0x00000000000000000000000000000000a55a0001'
const SECOND: Address = '0x00000000000000000000000000000000a55a0002'

/** Share of the holder's balance that the simulation moves. */
const PROBED_SHARE = 10_000n

/** Test a token by simulation for transfer fees, transfer blocks and sell blocks. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_token',
  description:
    'Test a token by simulation for transfer fees, transfer blocks and sell blocks, and look for a proxy.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'simulate'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_token simulates buying, passing on and selling a token and reports fees on transfer, blocked transfers or sales, and whether its code can change.',
  promptGuidelines: ['Run it before the first trade of a token that is not listed.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    isListed: Type.Boolean(),
    verdict: Type.Union([
      Type.Literal('pass'),
      Type.Literal('warn'),
      Type.Literal('fail'),
      Type.Literal('untested'),
    ]),
    /** Whose tokens the simulation moved: the account or a pool; null when neither holds any. */
    holder: Type.Union([AddressSchema, Type.Null()]),
    isTransferable: Type.Union([Type.Boolean(), Type.Null()]),
    /** Of what the holder sends to a buyer. */
    buyFeeBps: Type.Union([Type.Integer(), Type.Null()]),
    /** Of what one plain account sends to another. */
    transferFeeBps: Type.Union([Type.Integer(), Type.Null()]),
    /** Null when no pool was found to sell into. */
    isSellable: Type.Union([Type.Boolean(), Type.Null()]),
    implementation: Type.Union([AddressSchema, Type.Null()]),
    reasons: Type.Array(Type.String()),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const token = await resolveErc20(ctx, params.token)
    const pools = ctx.markets.flatMap((market) =>
      market.listPools(ctx.book, token).map((pool) => ({ ...pool, market })),
    )
    ctx.step('read')
    const [holder, word] = await Promise.all([
      findHolder(ctx, token, pools),
      ctx.chain.getStorageAt({ address: token.address, slot: EIP1967_SLOTS.implementation }),
    ])
    const implementation = readAddressWord(word) ?? null
    const described = {
      token: token.address,
      symbol: token.symbol,
      isListed: findToken(ctx.book, token.address) !== undefined,
      implementation,
    }
    const warnings = implementation ? ['its code can be replaced (EIP-1967 proxy)'] : []
    if (holder === undefined) {
      const reasons = [
        'neither the account nor a pool holds any of it, so nothing was simulated',
        ...warnings,
      ]
      const untested = { holder: null, isTransferable: null, isSellable: null }
      const fees = { buyFeeBps: null, transferFeeBps: null }
      return { ...described, ...untested, ...fees, verdict: 'untested' as const, reasons }
    }
    ctx.step('simulate')
    const probe = await probeToken(ctx, token, holder, pools)
    if (probe.isSellable === null) warnings.push('no pool was found to sell into')
    return {
      ...described,
      holder: holder.account,
      isTransferable: probe.isTransferable,
      buyFeeBps: probe.buyFeeBps,
      transferFeeBps: probe.transferFeeBps,
      isSellable: probe.isSellable,
      verdict:
        probe.problems.length > 0
          ? ('fail' as const)
          : warnings.length > 0
            ? ('warn' as const)
            : ('pass' as const),
      reasons: [...probe.problems, ...warnings],
    }
  },
})

/** A pool with the market that it belongs to. */
interface OfferedPool extends MarketPool {
  readonly market: Market
}

interface Holder {
  readonly account: Address
  readonly balance: bigint
}

/** The pool with most of the token, since buying from it is what shall be tested; else the own account. */
async function findHolder(
  ctx: ToolContext,
  token: TokenInfo,
  pools: readonly OfferedPool[],
): Promise<Holder | undefined> {
  const accounts = [...pools.map(({ pool }) => pool), ctx.account]
  const { balances } = await ctx.chain.readState({
    ...NO_STATE,
    balances: accounts.map((account) => ({ token: token.address, account })),
  })
  const holders = accounts
    .map((account, index) => ({ account, balance: balances[index] ?? 0n }))
    .filter(({ balance }) => balance > 0n)
  const inPools = holders.filter(({ account }) => !isAddressEqual(account, ctx.account))
  return inPools.toSorted((a, b) => (a.balance < b.balance ? 1 : -1))[0] ?? holders[0]
}

/** Buy, pass half on, sell a quarter: all in one simulation, judged by balances. */
async function probeToken(ctx: ToolContext, token: TokenInfo, holder: Holder, pools: readonly OfferedPool[]) {
  const quarter = holder.balance / PROBED_SHARE / 4n || 1n
  const bought = quarter * 4n
  if (bought > holder.balance) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: `transfers of ${token.symbol}`,
      reason: `its largest known holder has only ${holder.balance} base units of it`,
    })
  }
  const pool = pools.find((candidate) => isAddressEqual(candidate.pool, holder.account))
  const transfer = (from: Address, to: Address, amount: bigint): SimulatedCall => ({
    from,
    to: token.address,
    valueWei: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })
  const sale: SimulatedCall[] = (
    pool?.market.buildSale(ctx.book, {
      token: token.address,
      pool,
      seller: BUYER,
      amountBaseUnits: quarter,
    }) ?? []
  ).map((call) => ({ from: BUYER, ...call }))
  const watch = [holder.account, BUYER, SECOND].map((account) => ({ token: token.address, account }))
  const balanceOf = (account: Address): SimulatedCall => ({
    from: account,
    to: token.address,
    valueWei: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  })
  const { before, after, calls } = await ctx.chain.simulate(
    [
      transfer(holder.account, BUYER, bought),
      balanceOf(BUYER),
      transfer(BUYER, SECOND, 2n * quarter),
      ...sale,
    ],
    { ...NO_STATE, balances: watch },
  )
  const gained = (index: number) => (after.balances[index] ?? 0n) - (before.balances[index] ?? 0n)
  const [buy, held, pass, approve, sell] = calls
  const problems: string[] = []
  const explain = (name: string, call: typeof buy) => {
    if (call && !call.ok) problems.push(`${name} reverts: ${ctx.interfaces.explainRevert(call.returnData)}`)
    else if (call && /^0x0+$/.test(call.returnData))
      problems.push(`${name} answers false instead of reverting`)
  }
  explain('a transfer out of the pool', buy)
  explain('a transfer between plain accounts', pass)
  explain('approving the router', approve)
  if (sell && !sell.ok) problems.push(`selling reverts: ${ctx.interfaces.explainRevert(sell.returnData)}`)

  const isTransferable = buy?.ok === true && pass?.ok === true
  const received = isTransferable ? gained(2) : undefined
  const delivered =
    buy?.ok && held?.ok && size(held.returnData) === 32
      ? BigInt(held.returnData) - (before.balances[1] ?? 0n)
      : undefined
  const transferFeeBps = lossBps(2n * quarter, received)
  const buyFeeBps = lossBps(bought, delivered)
  if (buyFeeBps) problems.push(`a transfer out of the pool loses ${buyFeeBps} bps`)
  if (transferFeeBps) problems.push(`a transfer loses ${transferFeeBps} bps`)
  if ((delivered ?? 0n) > bought || (received ?? 0n) > 2n * quarter)
    problems.push('a transfer creates tokens')
  return { isTransferable, buyFeeBps, transferFeeBps, isSellable: sell ? sell.ok : null, problems }
}

/** What of an amount that was sent did not arrive, in basis points rounded up; null where nothing is known of it. */
const lossBps = (sent: bigint, arrived: bigint | undefined): number | null =>
  arrived === undefined ? null : arrived >= sent ? 0 : Number(divideUp((sent - arrived) * 10_000n, sent))
