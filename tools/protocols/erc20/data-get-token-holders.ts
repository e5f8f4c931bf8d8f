import { type Address, erc20Abi, getAddress, zeroAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, BpsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { findKnownAddress, listKnownAddresses } from '../../kit/known-addresses.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { readTransfers } from './transfers.ts'

/** Most accounts whose balances are read: those that are known, then those that moved the token last. */
const MOST_ACCOUNTS = 1_000

/** Accounts by whose common share concentration is told. */
const TOP = 10

/** Find the largest holders of a token among all that moved it in a range of blocks, and how concentrated it is. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_holders',
  description: 'Find the largest holders of a token and its concentration, from its transfer logs.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['logs', 'balances'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_holders finds the largest holders of a token among the accounts that moved it in a range of blocks, and how much of the supply these are.',
  promptGuidelines: [
    'Holders that did not move in the range are not seen: coveredBps says how much of the supply was found.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most holders, 20 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    decimals: Type.Integer(),
    ...WINDOW_OUTPUT,
    totalSupplyBaseUnits: BaseUnitsSchema,
    checkedAccounts: Type.Integer(),
    holderCount: Type.Integer(),
    /** How much of the supply the checked accounts hold, rounded down. */
    coveredBps: BpsSchema,
    /** Share of the supply of the ten largest. */
    topTenBps: BpsSchema,
    /** Sum of the squared shares of the supply (Herfindahl-Hirschman), 10 000 for a single holder. */
    concentrationBps: BpsSchema,
    holders: Type.Array(
      Type.Object({
        account: AddressSchema,
        label: Type.Union([Type.String(), Type.Null()]),
        balanceBaseUnits: BaseUnitsSchema,
        shareBps: BpsSchema,
      }),
    ),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'NOT_FOUND'],
  async read({ token: reference, limit = 20, ...params }, ctx) {
    const token = await resolveErc20(ctx, reference)
    const batch = inOneCall(ctx.book)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await readTransfers(ctx, token.address, window)
    const moved = logs.toReversed().flatMap(({ args: { to, from } }) => [to, from])
    const known = listKnownAddresses(ctx.book).map(({ address }) => address)
    const accounts = unique([ctx.account, ...known, ...moved]).slice(0, MOST_ACCOUNTS)
    ctx.step('balances')
    const contract = { address: token.address, abi: erc20Abi } as const
    const [supply, ...balances] = await ctx.chain.multicall({
      ...batch,
      contracts: [undefined, ...accounts].map((account) =>
        account === undefined
          ? ({ ...contract, functionName: 'totalSupply' } as const)
          : ({ ...contract, functionName: 'balanceOf', args: [account] } as const),
      ),
    })
    if (supply?.result === undefined || supply.result === 0n) {
      throw new ToolError('NOT_FOUND', {
        subject: `the supply of ${token.symbol}`,
        reason: supply?.result === 0n ? 'nobody holds any' : 'the token does not tell it',
      })
    }
    const totalSupply = supply.result
    const toBps = (amount: bigint) => Number((amount * 10_000n) / totalSupply)
    const holders = accounts
      .map((account, index) => ({ account, balance: balances[index]?.result ?? 0n }))
      .filter(({ balance }) => balance > 0n)
      .toSorted((a, b) => (a.balance < b.balance ? 1 : a.balance > b.balance ? -1 : 0))
    const sumOf = (some: typeof holders) => some.reduce((sum, { balance }) => sum + balance, 0n)
    const squares = holders.reduce((sum, { balance }) => sum + balance * balance, 0n)
    return {
      token: token.address,
      symbol: token.symbol,
      decimals: token.decimals,
      ...describeWindow(window),
      totalSupplyBaseUnits: totalSupply.toString(),
      checkedAccounts: accounts.length,
      holderCount: holders.length,
      coveredBps: Math.min(toBps(sumOf(holders)), 10_000),
      topTenBps: Math.min(toBps(sumOf(holders.slice(0, TOP))), 10_000),
      concentrationBps: Math.min(Number((squares * 10_000n) / (totalSupply * totalSupply)), 10_000),
      holders: holders.slice(0, limit).map(({ account, balance }) => ({
        account,
        label: findKnownAddress(ctx.book, account)?.label ?? null,
        balanceBaseUnits: balance.toString(),
        shareBps: Math.min(toBps(balance), 10_000),
      })),
    }
  },
})

/** Each account once; tokens are made from and burnt to the zero address. */
const unique = (accounts: readonly Address[]): Address[] =>
  [...new Set(accounts.map((account) => getAddress(account)))].filter((account) => account !== zeroAddress)
