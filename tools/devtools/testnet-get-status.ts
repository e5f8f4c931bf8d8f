import { NATIVE_TOKEN } from '../core/address-book.ts'
import { hasCode } from '../core/has-code.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../core/schema.ts'
import { defineReadTool } from '../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../kit/chains.ts'
import { listKnownAddresses } from '../kit/known-addresses.ts'
import { NO_STATE } from '../kit/usd-price.ts'

/** Report the local chain's block, time, base fee, accounts and deployed protocols. */
export const TOOL_DEF = defineReadTool({
  name: 'testnet_get_status',
  description: "Report the local chain's block, time, clock skew, accounts and deployed protocols.",
  category: 'testnet',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'testnet_get_status reports block, time and base fee of the local chain, how far it is from the wall clock, and which contracts it holds.',
  promptGuidelines: [],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    chainId: Type.Integer(),
    blockNumber: Type.String(),
    timestampSeconds: Type.Integer(),
    /** Chain time minus wall clock. */
    clockSkewSeconds: Type.Integer(),
    baseFeeWei: BaseUnitsSchema,
    accounts: Type.Array(
      Type.Object({ role: Type.String(), address: AddressSchema, balanceWei: BaseUnitsSchema }),
    ),
    contracts: Type.Array(
      Type.Object({ label: Type.String(), address: AddressSchema, isDeployed: Type.Boolean() }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    const contracts = listKnownAddresses(ctx.book)
    const accounts = [
      { role: 'account', address: ctx.account },
      { role: 'operator', address: ctx.operator },
    ]
    ctx.step('read')
    const [state, head] = await Promise.all([
      ctx.chain.readState({
        ...NO_STATE,
        balances: accounts.map(({ address }) => ({ token: NATIVE_TOKEN, account: address })),
        codeHashes: contracts.map(({ address }) => address),
      }),
      // A simulation runs at a base fee of zero, so the head has to tell its own.
      ctx.chain.getBlock(),
    ])
    return {
      chainId: state.chainId,
      blockNumber: head.number.toString(),
      timestampSeconds: Number(head.timestamp),
      clockSkewSeconds: Number(head.timestamp) - Math.floor(ctx.clock.wallMs() / 1_000),
      baseFeeWei: (head.baseFeePerGas ?? 0n).toString(),
      accounts: accounts.map((account, index) => ({
        ...account,
        balanceWei: (state.balances[index] ?? 0n).toString(),
      })),
      contracts: contracts.map(({ label, address }, index) => ({
        label,
        address,
        isDeployed: hasCode(state.codeHashes[index]),
      })),
    }
  },
})
