import type { Address } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { buildAct } from './acts.ts'
import { CHAINS } from './chains.ts'
import { chooseAccount, numberOf, tryCalls } from './trial.ts'
import { askVault, readVault, requireAnswer, VAULT_ERROR_CODES, type Vault, VaultSchema } from './vault.ts'

/** Rules of the standard that a trial shows (https://eips.ethereum.org/EIPS/eip-4626). */
const RULES = [
  'deposit-mints-no-less-than-previewed',
  'mint-takes-no-more-than-previewed',
  'withdraw-burns-no-more-than-previewed',
  'redeem-pays-no-less-than-previewed',
  'round-trip-gains-nothing',
  'conversion-rounds-down',
  'returns-what-moves',
  'limits-never-revert',
] as const

type Rule = (typeof RULES)[number]
/** Whether a rule holds; null where it could not be tried. */
type Verdict = readonly [rule: Rule, holds: boolean | null]

const compare = (a: bigint | undefined, b: bigint | undefined, holds: (a: bigint, b: bigint) => boolean) =>
  a === undefined || b === undefined ? null : holds(a, b)

const isAtMost = (a: bigint, b: bigint) => a <= b

/** The calls of the trial, each preview right before its act. */
const listCalls = (vault: Vault, account: Address, { assets, shares, cost }: Amounts) => [
  buildApproval(vault.asset.address, vault.address, assets + cost),
  askVault(vault.address, ['previewDeposit', assets]),
  buildAct(vault, 'deposit', [assets, account]),
  askVault(vault.address, ['previewMint', shares]),
  buildAct(vault, 'mint', [shares, account]),
  askVault(vault.address, ['previewWithdraw', assets / 2n]),
  buildAct(vault, 'withdraw', [assets / 2n, account, account]),
  askVault(vault.address, ['previewRedeem', shares]),
  buildAct(vault, 'redeem', [shares, account, account]),
  askVault(vault.address, ['convertToAssets', shares]),
]

/** What is put in and taken out: assets, the shares that they bring, and what as many cost again. */
interface Amounts {
  readonly assets: bigint
  readonly shares: bigint
  readonly cost: bigint
}

/** Try deposits and withdrawals in the EVM and hold them against the standard. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_check_conformance',
  description: 'Check the rules of ERC-4626 on a vault by simulated round trips.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['vault', 'simulation'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_check_conformance deposits, mints, withdraws and redeems in the EVM, without sending anything, and tells which rules of ERC-4626 a vault keeps: previews, rounding, limits.',
  promptGuidelines: ['A rule that was not tried is null: the account may have too little of the asset.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, amountBaseUnits: BaseUnitsSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    account: AddressSchema,
    /** False where any rule is broken, null where none is and some were not tried. */
    conforms: Type.Union([Type.Boolean(), Type.Null()]),
    revertReason: Type.Union([Type.String(), Type.Null()]),
    rules: Type.Array(
      Type.Object({
        rule: Type.Unsafe<Rule>({ type: 'string', enum: [...RULES] }),
        holds: Type.Union([Type.Boolean(), Type.Null()]),
      }),
    ),
    /** What went in by a deposit and what its shares paid back. */
    depositedBaseUnits: BaseUnitsSchema,
    redeemedBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  }),
  errorCodes: [...VAULT_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const assets = readAmount(params.amountBaseUnits)
    const account = chooseAccount(ctx, params.account)
    ctx.step('vault')
    const [vault, answers] = await readVault(ctx, params.vault, [
      ['previewDeposit', assets],
      ['maxDeposit', account],
      ['maxMint', account],
      ['maxWithdraw', account],
      ['maxRedeem', account],
    ])
    const [previewed, ...limits] = answers
    const shares = requireAnswer(vault, 'previewDeposit', previewed)
    ctx.step('simulation')
    // What as many shares cost again is never more than the deposit and its hundredth, or the vault is none to enter.
    const cost = assets + assets / 100n + 1n
    const trial = await tryCalls(ctx, vault, account, listCalls(vault, account, { assets, shares, cost }))
    const [, toMint, minted, toPay, paid, toBurn, burned, toGet, redeemed, converted] =
      trial.calls.map(numberOf)
    const moved = [paid, redeemed].includes(undefined)
      ? undefined
      : -assets - (paid ?? 0n) + assets / 2n + (redeemed ?? 0n)
    const verdicts: readonly Verdict[] = [
      ['deposit-mints-no-less-than-previewed', compare(toMint, minted, isAtMost)],
      ['mint-takes-no-more-than-previewed', compare(paid, toPay, isAtMost)],
      ['withdraw-burns-no-more-than-previewed', compare(burned, toBurn, isAtMost)],
      ['redeem-pays-no-less-than-previewed', compare(toGet, redeemed, isAtMost)],
      ['round-trip-gains-nothing', compare(redeemed, assets, isAtMost)],
      ['conversion-rounds-down', compare(converted, assets, isAtMost)],
      ['returns-what-moves', compare(moved, trial.assetsDelta, (a, b) => a === b)],
      ['limits-never-revert', !limits.includes(undefined)],
    ]
    const isBroken = verdicts.some(([, holds]) => holds === false)
    const isWhole = verdicts.every(([, holds]) => holds === true)
    return {
      vault: vault.address,
      account,
      conforms: isBroken ? false : isWhole ? true : null,
      revertReason: trial.revertReason,
      rules: verdicts.map(([rule, holds]) => ({ rule, holds })),
      depositedBaseUnits: assets.toString(),
      redeemedBaseUnits: redeemed?.toString() ?? null,
    }
  },
})
