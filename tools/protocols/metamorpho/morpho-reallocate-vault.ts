import { maxUint256 } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { BaseUnitsSchema } from '../../core/schema.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { assertRole, callVault, defineOperatorAct, readEvents } from './define-act.ts'
import { MarketIdSchema } from './market-terms.ts'
import { refuseMarket } from './queue.ts'
import { readAllocations } from './read-allocation.ts'
import { readVault, readVaultMarkets } from './read-vault.ts'

/** Move a vault's assets from one of its markets to another, as allocator. */
export const TOOL_DEF = defineOperatorAct({
  name: 'morpho_reallocate_vault',
  description: "Move a MetaMorpho vault's assets from one of its markets to another, as its allocator.",
  promptSnippet:
    "morpho_reallocate_vault moves an amount of a MetaMorpho vault's assets between two of its markets; the operator's own account has to be an allocator, depositors' assets stay in the vault.",
  promptGuidelines: [
    'morpho_get_vault_allocation tells what can be withdrawn and what a cap leaves room for.',
    'The interest up to the block moves along with the amount.',
  ],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_MARKET_UNFIT', 'ZERO_AMOUNT', 'INSUFFICIENT_LIQUIDITY'],
  members: { fromMarket: MarketIdSchema, toMarket: MarketIdSchema, amountBaseUnits: BaseUnitsSchema },
  output: {
    withdrawnBaseUnits: BaseUnitsSchema,
    suppliedBaseUnits: BaseUnitsSchema,
  },
  async build({ vault: address, fromMarket, toMarket, amountBaseUnits }, ctx) {
    const amount = readAmount(amountBaseUnits, 'amountBaseUnits')
    const vault = await readVault(ctx, address)
    assertRole(vault, 'allocator', ctx.operator, vault.isOperatorAllocator)
    if (fromMarket.toLowerCase() === toMarket.toLowerCase()) {
      refuseMarket(vault, toMarket, 'it is the market that the assets are in')
    }
    const markets = await readVaultMarkets(ctx, vault, [fromMarket, toMarket])
    const [from, to] = markets as [(typeof markets)[number], (typeof markets)[number]]
    if (!from.isEnabled) refuseMarket(vault, fromMarket, 'it is not enabled')
    if (!to.isEnabled) refuseMarket(vault, toMarket, 'it is not enabled')
    const [source, target] = await readAllocations(ctx, vault, markets)
    const { supplied = 0n, withdrawable = 0n } = source ?? {}
    if (amount > withdrawable) {
      throw new ToolError('INSUFFICIENT_LIQUIDITY', {
        subject: `market ${fromMarket}`,
        found: withdrawable,
        expected: amount,
      })
    }
    if ((target?.supplied ?? 0n) + amount > to.cap) refuseMarket(vault, toMarket, `its cap is ${to.cap}`)
    return [
      callVault(vault, 'reallocate', [
        [
          { marketParams: from.terms, assets: supplied - amount },
          { marketParams: to.terms, assets: maxUint256 },
        ],
      ]),
    ]
  },
  tell(logs, { vault }) {
    const sum = (amounts: readonly bigint[]) =>
      amounts.reduce((total, amount) => total + amount, 0n).toString()
    const withdrawn = readEvents(logs, vault, 'ReallocateWithdraw').map(({ args }) => args.withdrawnAssets)
    const supplied = readEvents(logs, vault, 'ReallocateSupply').map(({ args }) => args.suppliedAssets)
    return { withdrawnBaseUnits: sum(withdrawn), suppliedBaseUnits: sum(supplied) }
  },
})
