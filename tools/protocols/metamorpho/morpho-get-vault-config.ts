import { type Address, getAddress, zeroAddress } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { MarketIdSchema } from './market-terms.ts'
import {
  MOST_MARKETS,
  readAnyVault,
  readVaultMarkets,
  VAULT_ERROR_CODES,
  type VaultMarket,
} from './read-vault.ts'

const OptionalAddress = Type.Union([AddressSchema, Type.Null()])
const OptionalInteger = Type.Union([Type.Integer(), Type.Null()])

/** Read how a MetaMorpho vault is set up: roles, fee, timelock, queues, caps and what is pending. */
export const TOOL_DEF = defineReadTool({
  name: 'morpho_get_vault_config',
  description: 'Read the roles, fee, timelock, queues, caps and pending changes of a MetaMorpho vault.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'markets'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'morpho_get_vault_config reads who manages a MetaMorpho vault, its fee and timelock, the order of its markets, their caps and what is pending; read it before depositing or managing.',
  promptGuidelines: [
    'A pending cap takes effect once anyone accepts it after the timelock; the guardian can veto it until then.',
    'Name markets that are not in a queue yet under markets to see what waits for them.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: AddressSchema,
      markets: Type.Optional(
        Type.Array(MarketIdSchema, {
          maxItems: 10,
          description: 'markets to look at beside those of its queues',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    name: Type.String(),
    symbol: Type.String(),
    asset: AddressSchema,
    isOfFactory: Type.Boolean(),
    owner: AddressSchema,
    pendingOwner: OptionalAddress,
    curator: OptionalAddress,
    guardian: OptionalAddress,
    /** Whether the operator's own account is an allocator. */
    isOperatorAllocator: Type.Boolean(),
    feeBps: Type.Integer(),
    feeRecipient: OptionalAddress,
    timelockSeconds: Type.Integer(),
    pendingTimelockSeconds: OptionalInteger,
    pendingTimelockAtSeconds: OptionalInteger,
    pendingGuardian: OptionalAddress,
    pendingGuardianAtSeconds: OptionalInteger,
    /** In the order in which deposits fill them, and in which withdrawals drain them. */
    supplyQueue: Type.Array(MarketIdSchema),
    withdrawQueue: Type.Array(MarketIdSchema),
    markets: Type.Array(
      Type.Object({
        market: MarketIdSchema,
        collateralToken: AddressSchema,
        lltvBps: Type.Integer(),
        isEnabled: Type.Boolean(),
        capBaseUnits: BaseUnitsSchema,
        pendingCapBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
        /** Chain seconds from which on each takes effect. */
        pendingCapAtSeconds: OptionalInteger,
        removableAtSeconds: OptionalInteger,
      }),
    ),
    nowSeconds: Type.Integer(),
  }),
  errorCodes: [...VAULT_ERROR_CODES],
  leadsTo: [
    {
      tool: 'morpho_get_vault_allocation',
      probability: 0.7,
      derive: ({ vault }) => (typeof vault === 'string' ? [{ vault }] : []),
    },
  ],
  async read({ vault: address, markets: asked = [] }, ctx) {
    ctx.step('vault')
    const vault = await readAnyVault(ctx, address)
    ctx.step('markets')
    const { withdrawQueue, supplyQueue, pendingTimelock, pendingGuardian } = vault
    const ids = [...new Set([...withdrawQueue, ...supplyQueue, ...asked])].slice(
      0,
      MOST_MARKETS + asked.length,
    )
    const markets = await readVaultMarkets(ctx, vault, ids)
    return {
      vault: vault.address,
      name: vault.name,
      symbol: vault.symbol,
      asset: vault.asset,
      isOfFactory: vault.isOfFactory,
      owner: vault.owner,
      pendingOwner: orNull(vault.pendingOwner),
      curator: orNull(vault.curator),
      guardian: orNull(vault.guardian),
      isOperatorAllocator: vault.isOperatorAllocator,
      feeBps: toBps(vault.feeWad),
      feeRecipient: orNull(vault.feeRecipient),
      timelockSeconds: vault.timelockSeconds,
      pendingTimelockSeconds: pendingTimelock ? Number(pendingTimelock.value) : null,
      pendingTimelockAtSeconds: pendingTimelock?.validAtSeconds ?? null,
      pendingGuardian: pendingGuardian ? orNull(pendingGuardian.value) : null,
      pendingGuardianAtSeconds: pendingGuardian?.validAtSeconds ?? null,
      supplyQueue: [...supplyQueue],
      withdrawQueue: [...withdrawQueue],
      markets: markets.map(describeMarket),
      nowSeconds: vault.nowSeconds,
    }
  },
})

/** A share scaled by 1e18, in basis points. */
const toBps = (wad: bigint) => Number(wad / 10n ** 14n)

const orNull = (address: Address) => (isAddressEqual(address, zeroAddress) ? null : getAddress(address))

const describeMarket = ({ id, terms, cap, isEnabled, removableAtSeconds, pendingCap }: VaultMarket) => ({
  market: id,
  collateralToken: terms.collateralToken,
  lltvBps: toBps(terms.lltv),
  isEnabled,
  capBaseUnits: cap.toString(),
  pendingCapBaseUnits: pendingCap?.value.toString() ?? null,
  pendingCapAtSeconds: pendingCap?.validAtSeconds ?? null,
  removableAtSeconds: removableAtSeconds ?? null,
})
