import { encodeErrorResult, type Hex, parseAbi, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { EMBEDDED_BOOK as book } from '../../../harness/world/embedded-book.ts'
import { collectInterfaces } from '../../core/interfaces.ts'
import { entryPointAbi } from './abi.ts'
import { BASE } from './base.ts'
import { TOOL_DEF } from './wallet-get-user-operation.ts'

const PAYMASTER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ended = {
  blockNumber: 90n,
  transactionHash: '0x01',
  args: {
    sender: zeroAddress,
    nonce: 3n,
    paymaster: PAYMASTER,
    success: false,
    actualGasCost: 1n,
    actualGasUsed: 1n,
  },
}

const USER_OP_HASH = toHex(7, { size: 32 })

/** Ask for an operation whose block tells these events of it besides its end. */
async function askFor(told: readonly { readonly eventName: string; readonly args?: object }[]) {
  const chain = {
    getBlockNumber: async () => 100n,
    getContractEvents: async ({ eventName }: { readonly eventName: string }) =>
      eventName === 'UserOperationEvent' ? [ended] : [],
    getLogs: async () => [
      {
        eventName: 'UserOperationRevertReason',
        args: { userOpHash: toHex(8, { size: 32 }), revertReason: '0x' },
      },
      ...told.map(({ eventName, args }) => ({ eventName, args: { ...args, userOpHash: USER_OP_HASH } })),
    ],
  }
  const ctx = { chain, book, interfaces: collectInterfaces([BASE], book), step: () => undefined }
  return TOOL_DEF.read({ userOpHash: USER_OP_HASH }, ctx as never)
}

const saying = (reason: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [reason] })
const wrap = (returnData: Hex) =>
  encodeErrorResult({ abi: entryPointAbi, errorName: 'PostOpReverted', args: [returnData] })
const postOp = (revertReason: string) => [{ eventName: 'PostOpRevertReason', args: { revertReason } }]
const call = (revertReason: string) => [{ eventName: 'UserOperationRevertReason', args: { revertReason } }]

test.each([
  ['its paymaster', postOp(wrap(saying('no allowance'))), 'postOp of its paymaster failed: no allowance'],
  [
    'its paymaster, without a reason',
    postOp(wrap('0x')),
    'postOp of its paymaster failed: reverted without a reason',
  ],
  [
    'its paymaster, at a length that the EntryPoint cuts',
    postOp(wrap(saying('no allowance')).slice(0, 80)),
    'postOp of its paymaster failed: custom error 0xad7954bc',
  ],
  [
    'what was kept for gas',
    [{ eventName: 'UserOperationPrefundTooLow' }],
    'its gas cost more than was kept for it',
  ],
  ['its call', call(saying('paused')), 'paused'],
  ['its call, without a reason', [], 'reverted without a reason'],
])('an operation tells that it had no effect for %s', async (_, told, revertReason) => {
  const found = await askFor(told)
  expect(found).toMatchObject({ status: 'reverted', operation: { paymaster: PAYMASTER, revertReason } })
})
