import { type Address, erc721Abi, getAddress } from 'viem'
import type { ChainReader } from '../../core/chain.ts'
import { isAnswerOfContract } from '../../core/contract-reads.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { BASE } from './base.ts'
import { foreseeWithdrawal } from './foresee-withdrawal.ts'
import { readOwner } from './read-owner.ts'

/** Pay the token of a position that the cage counts out of it, to the owner of its gate. */
export const TOOL_DEF = definePrivilegedTool({
  name: 'wallet_withdraw_cage_position',
  description: "Take the token of a position out of the PolicyCage, with the owner's approval.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_withdraw_cage_position takes an ERC-721 position out of the cage to its owner as it is, with everything that is in it; it needs the owner's approval.",
  promptGuidelines: [
    'The position stays open, in the hands of the owner.',
    'One that arrived unasked is absorbed first: wallet_absorb_cage_position.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    { collection: AddressSchema, tokenId: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    collection: AddressSchema,
    tokenId: BaseUnitsSchema,
    withdrawn: Type.Boolean(),
    /** Shares that were burned for it, 18 decimals. */
    sharesWad: BaseUnitsSchema,
  }),
  errorCodes: ['POSITION_TOKEN_NOT_COUNTED', 'POSITION_TOKEN_NOT_HELD'],
  async plan(params, ctx) {
    ctx.step('read')
    const { account } = ctx
    const collection = getAddress(params.collection)
    const tokenId = BigInt(params.tokenId)
    const { gate, owner } = await readOwner(ctx)
    const holder = await readHolder(ctx.chain, collection, tokenId)
    if (holder === undefined || !isAddressEqual(holder, account)) {
      throw BASE.error('POSITION_TOKEN_NOT_HELD', {
        tokenId: tokenId.toString(),
        collection,
        found: holder ?? 'nobody',
        expected: account,
      })
    }
    const withdraw = {
      to: account,
      valueWei: 0n,
      data: encodeFunctionData({
        abi: policyCageAbi,
        functionName: 'withdrawPosition',
        args: [collection, tokenId],
      }),
    }
    const positions = await foreseeWithdrawal(ctx, { gate, withdraw, collection })
    if (positions.length === 0) {
      throw BASE.error('POSITION_TOKEN_NOT_COUNTED', { tokenId: tokenId.toString(), collection })
    }
    ctx.step('build')
    // The cage pays its owner, the gate, which holds nothing for itself.
    const forward = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [gate, owner, tokenId],
    })
    return planOwnerTransaction([withdraw, { to: collection, valueWei: 0n, data: forward }], { positions })
  },
  settle({ params, plan, receipt, account }) {
    const [withdrawn] = parseEventLogs({
      abi: policyCageAbi,
      eventName: 'PositionWithdrawn',
      logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
    })
    return {
      data: {
        collection: params.collection,
        tokenId: params.tokenId,
        withdrawn: withdrawn !== undefined,
        sharesWad: (withdrawn?.args.shares ?? 0n).toString(),
      },
      // The token leaves whole, with everything that the plan saw in it.
      actualOutcome: { ...EMPTY_OUTCOME, positions: withdrawn ? plan.expectation.positions : [] },
      groundTruthSource: 'receipt',
    }
  },
})

const readHolder = (
  chain: Pick<ChainReader, 'readContract'>,
  address: Address,
  tokenId: bigint,
): Promise<Address | undefined> =>
  chain
    .readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
    // A token that does not exist has no owner.
    .catch((cause: unknown) => {
      if (!isAnswerOfContract(cause)) throw cause
      return undefined
    })
