import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'

const DAY_SECONDS = 86_400
const USDC_DECIMALS = 6n

/** What an unusual token has. */
const MOST_DECIMALS = 36n

/** Gas of one action through the cage where the caller names none. */
const DEFAULT_GAS = 500_000

/** Blocks over which the base fee is averaged. */
const FEE_BLOCKS = 20

const NullableDays = Type.Union([Type.Number(), Type.Null()])

/** Estimate how long gas and operating funds last at the rate of the last day. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_estimate_runway',
  description:
    "Estimate how many actions the operator's gas pays for, and how many days gas and stable funds last at the rate of the last 24 hours.",
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "wallet_estimate_runway estimates for how many actions the operator's gas lasts, and for how many days gas and stable funds last at the rate of the last day.",
  promptGuidelines: ['Stable tokens count at par; a rate of zero gives no number of days.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { gasPerAction: Type.Optional(Type.Integer({ minimum: 21_000, maximum: 30_000_000 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    operatorBalanceWei: BaseUnitsSchema,
    gasPerAction: Type.Integer(),
    /** Mean base fee of the newest blocks and the next one, plus their median tip. */
    feePerGasWei: BaseUnitsSchema,
    costPerActionWei: BaseUnitsSchema,
    /** Null where gas costs nothing. */
    actionsLeft: Type.Union([BaseUnitsSchema, Type.Null()]),
    /** Permits of the last 24 hours that were carried out, or failed after they were sent. */
    actionsInLastDay: Type.Integer(),
    gasDaysLeft: NullableDays,
    /** Stable tokens of the account at par, 6 decimals. */
    stableFundsUsdc: BaseUnitsSchema,
    /** Symbols of those that do not tell what the account has of them: they are in no figure. */
    unread: Type.Array(Type.String()),
    spentInLastDayUsdc: BaseUnitsSchema,
    fundsDaysLeft: NullableDays,
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ gasPerAction = DEFAULT_GAS }, ctx) {
    ctx.step('read')
    const stable = ctx.safety.configured().assets.filter(({ isStable }) => isStable)
    const [state, fees] = await Promise.all([
      ctx.chain.readState({
        ...NO_STATE,
        balances: [
          { token: NATIVE_TOKEN, account: ctx.operator },
          ...stable.map(({ token }) => ({ token, account: ctx.account })),
        ],
        decimals: stable.map(({ token }) => token),
      }),
      ctx.chain.getFeeHistory({ blockCount: FEE_BLOCKS, rewardPercentiles: [50] }),
    ])
    const [operatorBalance = 0n, ...funds] = state.balances
    const feePerGas = mean(fees.baseFeePerGas) + mean((fees.reward ?? []).flatMap(([tip = 0n]) => [tip]))
    const costPerAction = feePerGas * BigInt(gasPerAction)
    const actionsLeft = costPerAction === 0n ? undefined : (operatorBalance ?? 0n) / costPerAction
    const since = ctx.clock.wallMs() - DAY_SECONDS * 1_000
    const actions = ctx.safety
      .permits()
      .filter(
        ({ state: is, issuedAtWallMs }) => issuedAtWallMs > since && ['committed', 'failed'].includes(is),
      )
      .filter(({ permitId }) => ctx.safety.permit(permitId as `0x${string}`)?.transactionHash)
    const worths = stable.map((_, at) => toUsdc(funds[at], state.decimals[at]))
    const stableFunds = worths.reduce<bigint>((total, worth = 0n) => total + worth, 0n)
    const { spentInWindowUsdc } = ctx.safety.spending()
    return {
      operatorBalanceWei: (operatorBalance ?? 0n).toString(),
      gasPerAction,
      feePerGasWei: feePerGas.toString(),
      costPerActionWei: costPerAction.toString(),
      actionsLeft: actionsLeft?.toString() ?? null,
      actionsInLastDay: actions.length,
      gasDaysLeft: actionsLeft === undefined ? null : daysOf(actionsLeft, BigInt(actions.length)),
      stableFundsUsdc: stableFunds.toString(),
      unread: stable.flatMap(({ symbol }, at) => (worths[at] === undefined ? symbol : [])),
      spentInLastDayUsdc: spentInWindowUsdc.toString(),
      fundsDaysLeft: daysOf(stableFunds, spentInWindowUsdc),
    }
  },
})

/** What an amount of a stable token is at par, rounded down; undefined where the token does not tell. */
const toUsdc = (amount: bigint | undefined, decimals: bigint | undefined): bigint | undefined =>
  amount === undefined || decimals === undefined || decimals > MOST_DECIMALS
    ? undefined
    : (amount * 10n ** USDC_DECIMALS) / 10n ** decimals

/** Mean of some amounts, rounded up; nothing of none. */
const mean = (amounts: readonly bigint[]): bigint => {
  const count = BigInt(amounts.length)
  return count === 0n ? 0n : (amounts.reduce((total, amount) => total + amount, 0n) + count - 1n) / count
}

/** Days that an amount lasts at what goes a day, to the hundredth, rounded down; null where nothing goes. */
const daysOf = (amount: bigint, perDay: bigint): number | null =>
  perDay === 0n ? null : Number((amount * 100n) / perDay) / 100
