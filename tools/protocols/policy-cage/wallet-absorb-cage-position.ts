import { getAddress, type Hex } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Have the cage count a position as it is, one that it did not know included. */
export const TOOL_DEF = definePrivilegedTool({
  name: 'wallet_absorb_cage_position',
  description: "Have the PolicyCage count a position as it is, with the owner's approval.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_absorb_cage_position has the cage count a position as it is, a gift or one that it did not know included; it needs the owner's approval.",
  promptGuidelines: ['What is owed comes in as well, and must not be the larger part.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ reader: AddressSchema, key: HashSchema }, { additionalProperties: false }),
  output: Type.Object({
    absorbed: Type.Boolean(),
    /** Shares that were minted for it, 18 decimals. */
    sharesWad: BaseUnitsSchema,
  }),
  errorCodes: [],
  async plan({ reader, key }, ctx) {
    ctx.step('build')
    const data = encodeFunctionData({
      abi: policyCageAbi,
      functionName: 'absorbPosition',
      args: [getAddress(reader), key.toLowerCase() as Hex],
    })
    return planOwnerTransaction([{ to: ctx.account, valueWei: 0n, data }], {})
  },
  settle({ receipt, account }) {
    const [absorbed] = parseEventLogs({
      abi: policyCageAbi,
      eventName: 'PositionAbsorbed',
      logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
    })
    return {
      data: { absorbed: absorbed !== undefined, sharesWad: (absorbed?.args.shares ?? 0n).toString() },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'balance_check',
    }
  },
})
