import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { publicAllocatorAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assertRole, defineOwnerAct, ownerOf } from './define-act.ts'
import { MarketIdSchema } from './market-terms.ts'
import { refuseMarket } from './queue.ts'
import { readVaultMarket } from './read-vault.ts'

/** Most that a flow cap can be (public-allocator `PublicAllocator.sol`). */
const MOST_FLOW = 2n ** 128n / 2n - 1n

/** Set how much others may move into a market of a vault and out of it, as the vault's owner. */
export const TOOL_DEF = defineOwnerAct({
  name: 'morpho_set_flow_caps',
  description:
    "Set how much others may reallocate through a market of a MetaMorpho vault, with the owner's approval.",
  promptSnippet:
    "morpho_set_flow_caps sets how much anyone may move into a market of a MetaMorpho vault and out of it by the public allocator; the owner's account has to own the vault.",
  promptGuidelines: ['What is moved in lowers maxIn and raises maxOut, and the other way round.'],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_MARKET_UNFIT'],
  members: { market: MarketIdSchema, maxInBaseUnits: BaseUnitsSchema, maxOutBaseUnits: BaseUnitsSchema },
  output: {
    market: MarketIdSchema,
    /** Null when nothing was set. */
    maxInBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    maxOutBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  },
  async build({ vault: address, market: id, maxInBaseUnits, maxOutBaseUnits }, ctx) {
    const { vault, market } = await readVaultMarket(ctx, address, id)
    assertRole(vault, 'owner', ownerOf(ctx))
    const [maxIn, maxOut] = [BigInt(maxInBaseUnits), BigInt(maxOutBaseUnits)]
    if (maxIn > MOST_FLOW || maxOut > MOST_FLOW) refuseMarket(vault, id, 'no flow cap is that high')
    if (!market.isEnabled && maxIn + maxOut > 0n) refuseMarket(vault, id, 'it is not enabled')
    const data = encodeFunctionData({
      abi: publicAllocatorAbi,
      functionName: 'setFlowCaps',
      args: [vault.address, [{ id, caps: { maxIn, maxOut } }]],
    })
    return [{ to: BASE.on(ctx.book).publicAllocator, data }]
  },
  tell(logs, { vault, market }) {
    const set = parseEventLogs({ abi: publicAllocatorAbi, eventName: 'SetFlowCaps', logs: logs as never })
    const caps = set
      .filter(({ args }) => isAddressEqual(args.vault, vault))
      .flatMap(({ args }) => args.config)
      .find(({ id }) => id.toLowerCase() === market.toLowerCase())?.caps
    return {
      market,
      maxInBaseUnits: caps?.maxIn.toString() ?? null,
      maxOutBaseUnits: caps?.maxOut.toString() ?? null,
    }
  },
})
