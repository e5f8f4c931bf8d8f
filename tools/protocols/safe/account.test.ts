import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  hashTypedData,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { recoverSigner } from '../../core/secp256k1.ts'
import { safeActionsAbi } from './abi.ts'
import { ACCOUNT } from './account.ts'
import { describeTransaction } from './transaction.ts'

const [SAFE, CAGE, RELAYER] = ['10', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const OWNER = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const CALL = { to: CAGE, data: '0x1234' } as const
const TERMS = { gasLimit: 450_000n, operatorNonce: 7n }

/** A Safe of one owner whose next nonce is this by the time it is asked. */
const operate = (nonce: bigint) =>
  ACCOUNT.operate({
    chainId: 1,
    address: SAFE,
    relayer: RELAYER,
    owners: [OWNER],
    clock: { setTimer: () => () => undefined },
    chain: {
      readContract: async ({ functionName }: { readonly functionName: string }) =>
        functionName === 'nonce' ? nonce : functionName === 'getThreshold' ? 1n : [OWNER.address],
    } as never,
  })

const receipt = (status: 'success' | 'reverted', event?: string) =>
  ({
    status,
    transactionHash: `0x${'2'.repeat(64)}`,
    logs:
      event === undefined
        ? []
        : [
            {
              address: SAFE,
              data: encodeAbiParameters([{ type: 'uint256' }], [0n]),
              topics: [toEventSelector(`${event}(bytes32,uint256)`), `0x${'1'.repeat(64)}`],
            },
          ],
  }) as unknown as TransactionReceipt

test('I13 I15: a call goes out with signatures over exactly it, at the nonce that the permit binds', async () => {
  const sealed = await operate(7n).envelope.seal(CALL, TERMS)
  expect(sealed.to).toBe(SAFE)
  const { functionName, args } = decodeFunctionData({ abi: safeActionsAbi, data: sealed.data })
  expect(functionName).toBe('execTransaction')
  const typed = describeTransaction({ chainId: 1, address: SAFE }, CALL, {
    gasLimit: TERMS.gasLimit,
    nonce: 7n,
  })
  expect(recoverSigner(hashTypedData(typed), args.at(-1) as `0x${string}`)).toBe(OWNER.address)
  expect(String(args[0]).toLowerCase()).toBe(CAGE)
  expect(args[4]).toBe(typed.message.safeTxGas)
})

test('error: SIGNER_FAILED without a nonce', async () => {
  const { gasLimit } = TERMS
  await expect(operate(7n).envelope.seal(CALL, { gasLimit })).rejects.toMatchObject({ code: 'SIGNER_FAILED' })
})

test.each([
  ['reverted', 'the nonce is left', 7n, receipt('reverted')],
  ['reverted', 'the call inside failed', 8n, receipt('success', 'ExecutionFailure')],
  ['success', 'the call inside ended well', 8n, receipt('success', 'ExecutionSuccess')],
] as const)('I52: it is told as %s where %s', async (status, _, nonce, mined) => {
  const sealed = await operate(nonce).envelope.seal(CALL, TERMS)
  expect((await sealed.open(mined)).status).toBe(status)
})

test('I52: error: SAFE_OUTCOME_UNKNOWN where it reverted and the nonce is used all the same', async () => {
  const sealed = await operate(8n).envelope.seal(CALL, TERMS)
  await expect(sealed.open(receipt('reverted'))).rejects.toMatchObject({ code: 'SAFE_OUTCOME_UNKNOWN' })
})
