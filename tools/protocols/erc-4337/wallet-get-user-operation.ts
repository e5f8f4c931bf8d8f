import { getAbiItem, type Hex, zeroAddress } from 'viem'
import { attempt } from '../../core/attempt.ts'
import type { ToolContext } from '../../core/context.ts'
import { decodeErrorResult } from '../../core/decode-error-result.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import {
  describeWindow,
  type LogWindow,
  readWindow,
  WINDOW_OUTPUT,
  WINDOW_PARAMETERS,
} from '../../kit/log-window.ts'
import { entryPointAbi } from './abi.ts'
import { BASE } from './base.ts'

/** Say what became of a user operation, by what the EntryPoint tells of it. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_get_user_operation',
  description: 'Look up the outcome of an ERC-4337 user operation: success, gas cost, revert reason.',
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'wallet_get_user_operation says whether a user operation of ERC-4337 was carried out in recent blocks, whether its call succeeded, why not, and what its gas cost.',
  promptGuidelines: [
    'unseen means that these blocks do not hold it: it waits, was dropped, or is older.',
    'A reverted operation is over as well: its nonce is used and its gas is paid.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({ userOpHash: HashSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    userOpHash: HashSchema,
    status: Type.Union([Type.Literal('succeeded'), Type.Literal('reverted'), Type.Literal('unseen')]),
    /** Null while it is unseen. */
    operation: Type.Union([
      Type.Object({
        sender: AddressSchema,
        nonce: BaseUnitsSchema,
        /** Who paid for it; null where the sender did. */
        paymaster: Type.Union([AddressSchema, Type.Null()]),
        gasCostWei: BaseUnitsSchema,
        gasUsed: BaseUnitsSchema,
        /** Whether it created its account. */
        deployedAccount: Type.Boolean(),
        /** Why it had no effect: its call, its paymaster, or what was kept for gas; null where it succeeded. */
        revertReason: Type.Union([Type.String(), Type.Null()]),
        blockNumber: BaseUnitsSchema,
        transactionHash: HashSchema,
      }),
      Type.Null(),
    ]),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ userOpHash, ...params }, ctx) {
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const found = await readOperation(ctx, userOpHash, window)
    return {
      ...describeWindow(window),
      userOpHash,
      status: found?.status ?? ('unseen' as const),
      operation: found?.operation ?? null,
    }
  },
})

type Reading = Pick<ToolContext, 'chain' | 'book' | 'interfaces'>

/** Read what the EntryPoint told of an operation in some blocks. */
async function readOperation(ctx: Reading, userOpHash: Hex, window: LogWindow) {
  const { chain, book } = ctx
  const query = {
    address: BASE.on(book).entryPoint,
    abi: entryPointAbi,
    args: { userOpHash },
    ...window,
    strict: true,
  } as const
  const [[ended], created] = await Promise.all([
    chain.getContractEvents({ ...query, eventName: 'UserOperationEvent' }),
    chain.getContractEvents({ ...query, eventName: 'AccountDeployed' }),
  ])
  if (ended === undefined) return undefined
  const { args, blockNumber, transactionHash } = ended
  return {
    status: args.success ? ('succeeded' as const) : ('reverted' as const),
    operation: {
      sender: args.sender,
      nonce: args.nonce.toString(),
      paymaster: isAddressEqual(args.paymaster, zeroAddress) ? null : args.paymaster,
      gasCostWei: args.actualGasCost.toString(),
      gasUsed: args.actualGasUsed.toString(),
      deployedAccount: created.length > 0,
      revertReason: args.success ? null : await readReason(ctx, userOpHash, blockNumber),
      blockNumber: blockNumber.toString(),
      transactionHash,
    },
  }
}

const REASONS = [
  getAbiItem({ abi: entryPointAbi, name: 'PostOpRevertReason' }),
  getAbiItem({ abi: entryPointAbi, name: 'UserOperationRevertReason' }),
  getAbiItem({ abi: entryPointAbi, name: 'UserOperationPrefundTooLow' }),
]

/** Read why an operation had no effect, from the block that it ended in (`EntryPoint._executeUserOp`). */
async function readReason({ chain, book, interfaces }: Reading, userOpHash: Hex, block: bigint) {
  const told = await chain.getLogs({
    address: BASE.on(book).entryPoint,
    events: REASONS,
    fromBlock: block,
    toBlock: block,
    strict: true,
  })
  const own = told.filter(({ args }) => args.userOpHash === userOpHash)
  for (const { eventName, args } of own) {
    if (eventName === 'PostOpRevertReason') {
      return `postOp of its paymaster failed: ${interfaces.explainRevert(unwrapPostOp(args.revertReason))}`
    }
    if (eventName === 'UserOperationRevertReason') return interfaces.explainRevert(args.revertReason)
  }
  return own.length > 0 ? 'its gas cost more than was kept for it' : interfaces.explainRevert('0x')
}

/** What a paymaster reverted with, of what the EntryPoint reverted its own call with; the EntryPoint cuts long ones. */
const unwrapPostOp = (data: Hex): Hex =>
  attempt(() => {
    const { errorName, args } = decodeErrorResult({ abi: entryPointAbi, data })
    return errorName === 'PostOpReverted' ? args[0] : data
  }) ?? data
