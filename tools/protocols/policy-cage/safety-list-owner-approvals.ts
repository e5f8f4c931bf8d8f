import type { Address, Hex } from 'viem'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { LIMIT } from './limit.ts'
import { readCagePolicy } from './read-cage.ts'

/** List approvals of the owner that were carried out or given up, and say of nonces whether they are open. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_list_owner_approvals',
  description: 'List owner approvals that were carried out or given up, and which nonces are still open.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['gate', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "safety_list_owner_approvals lists the owner's approvals that the OwnerGate carried out or gave up in recent blocks, and says of given nonces whether they are still open.",
  promptGuidelines: ['An approval that was carried out without the stack is a reason to warn the owner.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      ...WINDOW_PARAMETERS,
      ...LIMIT,
      nonces: Type.Optional(
        Type.Array(BaseUnitsSchema, { maxItems: 64, description: 'nonces of approvals that were signed' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** Entries in the window, of which the newest are shown. */
    totalFound: Type.Integer(),
    gate: AddressSchema,
    /** The person or contract account that approves. */
    approver: AddressSchema,
    approvals: Type.Array(
      Type.Object({
        nonce: BaseUnitsSchema,
        outcome: Type.Union([Type.Literal('carried-out'), Type.Literal('given-up')]),
        /** The tool that it was signed for; null for one that was given up. */
        tool: Type.Union([Type.String(), Type.Null()]),
        /** Who sent it; null for one that was given up. */
        sender: Type.Union([AddressSchema, Type.Null()]),
        blockNumber: Type.String(),
        transactionHash: HashSchema,
      }),
    ),
    nonces: Type.Array(Type.Object({ nonce: BaseUnitsSchema, isOpen: Type.Boolean() })),
  }),
  errorCodes: ['CHAIN_READ_FAILED', 'NOT_FOUND'],
  async read({ limit = 50, nonces = [], ...params }, ctx) {
    ctx.step('gate')
    const gate = (await readCagePolicy(ctx)).policy.owner
    const { views } = await ctx.chain.readState({
      ...NO_STATE,
      views: [
        { to: gate, data: encodeFunctionData({ abi: ownerGateAbi, functionName: 'owner' }) },
        ...nonces.map((nonce) => ({
          to: gate,
          data: encodeFunctionData({ abi: ownerGateAbi, functionName: 'used', args: [BigInt(nonce)] }),
        })),
      ],
    })
    const approver = readOwner(views[0], gate)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: gate,
      abi: ownerGateAbi,
      ...window,
      strict: true,
    })
    const approvals = logs.flatMap((log): Ended[] => {
      const at = { blockNumber: log.blockNumber.toString(), transactionHash: log.transactionHash }
      if (log.eventName === 'CarriedOut') {
        const { nonce, tool, sender } = log.args
        return [{ nonce: nonce.toString(), outcome: 'carried-out' as const, tool, sender, ...at }]
      }
      if (log.eventName !== 'Invalidated') return []
      const nonce = log.args.nonce.toString()
      return [{ nonce, outcome: 'given-up' as const, tool: null, sender: null, ...at }]
    })
    return {
      ...describeWindow(window),
      totalFound: approvals.length,
      gate,
      approver,
      approvals: approvals.slice(-limit),
      nonces: nonces.map((nonce, index) => ({ nonce, isOpen: !readUsed(views[index + 1], gate) })),
    }
  },
})

interface Ended {
  readonly nonce: string
  readonly outcome: 'carried-out' | 'given-up'
  readonly tool: string | null
  readonly sender: Address | null
  readonly blockNumber: string
  readonly transactionHash: Hex
}

function readOwner(answer: Hex | undefined, gate: Address): Address {
  try {
    return decodeFunctionResult({ abi: ownerGateAbi, functionName: 'owner', data: answer ?? '0x' })
  } catch (cause) {
    throw new ToolError(
      'NOT_FOUND',
      { subject: 'an OwnerGate', reason: `${gate} owns the cage and is none` },
      { cause },
    )
  }
}

function readUsed(answer: Hex | undefined, gate: Address): boolean {
  if (answer !== undefined)
    return decodeFunctionResult({ abi: ownerGateAbi, functionName: 'used', data: answer })
  throw new ToolError('CHAIN_READ_FAILED', { subject: 'a nonce', reason: `${gate} did not answer` })
}
