import { getAddress, type Hex, zeroAddress } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planLocal } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineLocalTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PROPOSAL_KIND, ProposalSchema, toProposal } from './proposals.ts'
import { readOwnSafe } from './read-own-safe.ts'

const NAME = 'wallet_propose_safe_transaction'

/** Keep a call for the owners of the owner's Safe to sign; nothing is signed and nothing is sent. */
export const TOOL_DEF = defineLocalTool({
  name: NAME,
  description: "Keep an unsigned call of the owner's Safe for its owners to sign.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'fast',
  progressSteps: ['safe', 'nonce'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "wallet_propose_safe_transaction keeps an unsigned call of the owner's Safe at its next free nonce, for its owners to sign; it sends nothing and grants nothing.",
  promptGuidelines: [
    'A call that is carried out may pay the account, call a listed module, or change what decides for the Safe.',
  ],
  supportedChains: EVM_CHAINS,
  localPort: 'outbox',
  // What the owners are asked is carried out by an operator that signs.
  requires: ['wallet'],
  input: Type.Object(
    {
      to: AddressSchema,
      data: HexSchema,
      valueWei: Type.Optional(BaseUnitsSchema),
      nonce: Type.Optional(BaseUnitsSchema),
      /** As wallets export them; anything but a plain call without a refund is refused. */
      operation: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)])),
      gasPriceWei: Type.Optional(BaseUnitsSchema),
      gasToken: Type.Optional(AddressSchema),
      refundReceiver: Type.Optional(AddressSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Under which it is listed and carried out. */
    entryId: HashSchema,
    kind: Type.Literal(PROPOSAL_KIND),
    state: Type.Literal('open'),
    body: ProposalSchema,
  }),
  errorCodes: [
    'APPROVAL_NOT_CONFIGURED',
    'NOT_FOUND',
    'SAFE_DELEGATECALL',
    'SAFE_REFUND',
    'SAFE_NONCE_NOT_NEXT',
    'LOCAL_PORT_FULL',
    'CHAIN_READ_FAILED',
  ],
  async plan(params, ctx) {
    const { chain } = ctx
    ctx.step('safe')
    const { safe } = await readOwnSafe(NAME, ctx)
    if (params.operation === 1) throw BASE.error('SAFE_DELEGATECALL', { safe, target: params.to })
    const { gasToken = zeroAddress, refundReceiver = zeroAddress, gasPriceWei = '0' } = params
    const isRefunded = [gasToken, refundReceiver].some((one) => !isAddressEqual(one as Hex, zeroAddress))
    if (isRefunded || BigInt(gasPriceWei) !== 0n) {
      throw BASE.error('SAFE_REFUND', { safe, receiver: refundReceiver })
    }
    ctx.step('nonce')
    const next = await chain.readContract({ address: safe, abi: safeStateAbi, functionName: 'nonce' })
    const nonce = params.nonce === undefined ? next : BigInt(params.nonce)
    if (nonce < next) throw BASE.error('SAFE_NONCE_NOT_NEXT', { safe, found: nonce, expected: next })
    const call = {
      to: getAddress(params.to),
      valueWei: BigInt(params.valueWei ?? '0'),
      data: params.data as Hex,
    }
    const body = toProposal({ chainId: chain.chainId, address: safe }, { call, nonce })
    return planLocal(
      'outbox',
      'keep',
      { kind: PROPOSAL_KIND, body },
      { kind: PROPOSAL_KIND, body, state: 'open' },
    )
  },
})
