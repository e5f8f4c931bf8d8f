import {
  type Address,
  decodeFunctionData,
  getAddress,
  type Hex,
  hashTypedData,
  parseAbi,
  size,
  slice,
} from 'viem'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import type { Json } from '../../core/json.ts'
import type { TypedData } from '../../core/plan.ts'
import { SIGNATURES } from './signatures.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [signer, usdc, weth, settlement] = [at('a'), at('c'), at('d'), at('5')] as const
const ZERO = `0x${'00'.repeat(32)}`

const abi = parseAbi(['function invalidateOrder(bytes orderUid)'])

const findLiveness = (typedData: TypedData) =>
  SIGNATURES[0]?.findLiveness({ contract: settlement, signer, typedData })

const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { type, name }
  })

/** An order for 100 USDC or for 0.05 WETH. */
const order = (kind: Json): TypedData => ({
  domain: { name: 'Gnosis Protocol', version: 'v2', chainId: 1, verifyingContract: settlement },
  primaryType: 'Order',
  types: {
    Order: fields(
      'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance',
    ),
  },
  message: {
    sellToken: usdc,
    buyToken: weth,
    receiver: signer,
    sellAmount: '100000000',
    buyAmount: '50000000000000000',
    validTo: 1_000_000,
    appData: ZERO,
    feeAmount: '0',
    kind,
    partiallyFillable: true,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  },
})

const answering = (answer: bigint, asked: unknown[] = []) =>
  ({
    readContract: async (request: unknown) => {
      asked.push(request)
      return answer
    },
  }) as unknown as Pick<ChainReader, 'readContract'>

const authorityOf = (changes: Readonly<Record<string, Json>>) => {
  const { message } = order('sell')
  return SIGNATURES[0]?.read({ ...message, ...changes }, settlement).authorities[0]
}

test('I5 I61: an order may take what it sells and its fee, and pays whom it names', () => {
  expect(authorityOf({ feeAmount: '7' })).toMatchObject({
    token: usdc,
    spender: settlement,
    amountBaseUnits: 100_000_007n,
    recipients: [signer],
    untilSeconds: 1_000_000n,
  })
  expect(authorityOf({ receiver: weth })?.recipients).toEqual([weth])
  // The zero address stands for the owner of the order.
  expect(authorityOf({ receiver: `0x${'00'.repeat(20)}` })?.recipients).toEqual([])
})

test.each([
  ['sell', { sellAmount: '0', feeAmount: '7' }],
  ['buy', { buyAmount: '0', feeAmount: '7' }],
] as const)('I5: an order to %s nothing has no end, and is not read', (kind, changes) => {
  // GPv2Settlement adds nothing to what it has filled, and takes the fee as often as a solver likes.
  expect(() => authorityOf({ kind, ...changes })).toThrow('it fixes no amount')
})

test.each([
  ['sell', 99_999_999n, false],
  ['sell', 100_000_000n, true],
  ['sell', 2n ** 256n - 1n, true],
  // What was bought is counted in WETH: more wei than there are USDC to sell are no order that is done.
  ['buy', 100_000_000n, false],
  ['buy', 49_999_999_999_999_999n, false],
  ['buy', 50_000_000_000_000_000n, true],
  ['buy', 2n ** 256n - 1n, true],
])('I48: an order to %s, filled by %d: dead %s', async (kind, filled, expected) => {
  expect(await findLiveness(order(kind))?.isDead(answering(filled))).toBe(expected)
})

test('behavior: an order is asked for, and ended, by its uid', async () => {
  const data = order('sell')
  const asked: { functionName: string; args: readonly [Hex] }[] = []
  const liveness = findLiveness(data)
  await liveness?.isDead(answering(0n, asked))
  const uid = asked[0]?.args[0] as Hex
  expect(size(uid)).toBe(56)
  expect(slice(uid, 0, 32)).toBe(hashTypedData(data as never))
  expect(getAddress(slice(uid, 32, 52))).toBe(signer)
  expect(BigInt(slice(uid, 52))).toBe(1_000_000n)
  const [call] = liveness?.cancel ?? []
  expect(call?.to).toBe(settlement)
  expect(decodeFunctionData({ abi, data: call?.data as Hex })).toEqual({
    functionName: 'invalidateOrder',
    args: [uid.toLowerCase()],
  })
})
