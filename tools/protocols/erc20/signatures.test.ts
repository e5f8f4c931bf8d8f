import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import type { TypedData } from '../../core/plan.ts'
import { SIGNATURES } from './signatures.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [signer, spender, token] = [at('a'), at('b'), at('c')] as const
const NONCE = `0x${'07'.repeat(32)}`

/** Find what reads a message by the name of its type and one of its fields. */
const readerOf = (type: string, field: string) => {
  const found = SIGNATURES.find((reader) => reader.type.startsWith(`${type}(`) && reader.type.includes(field))
  if (found === undefined) throw new Error(`nothing reads a ${type} with ${field}`)
  return found
}

const answering = (answer: bigint | boolean, asked: unknown[]) =>
  ({
    readContract: async (request: unknown) => {
      asked.push(request)
      return answer
    },
  }) as unknown as ChainReader

/** Whether a message is dead where the token answers this. */
function isDead(type: string, field: string, message: TypedData['message'], answer: bigint | boolean) {
  const typedData: TypedData = { domain: {}, primaryType: type, types: {}, message }
  const liveness = readerOf(type, field).findLiveness({ contract: token, signer, typedData })
  const asked: unknown[] = []
  return { dead: liveness?.isDead(answering(answer, asked)), asked }
}

test.each([
  ['ERC-2612', 'address owner'],
  ['DAI', 'address holder'],
])('I7: a permit of %s lives until its nonce is used, not until it is the next one', async (_, field) => {
  for (const [next, expected] of [
    [6n, false],
    [7n, false],
    [8n, true],
  ] as const) {
    const { dead, asked } = isDead('Permit', field, { nonce: '7' }, next)
    expect(await dead).toBe(expected)
    expect(asked).toMatchObject([{ address: token, functionName: 'nonces', args: [signer] }])
  }
})

test.each([
  'TransferWithAuthorization',
  'ReceiveWithAuthorization',
])('I7: a %s lives until the token says that it is used', async (type) => {
  for (const used of [false, true]) {
    const { dead, asked } = isDead(type, 'bytes32 nonce', { nonce: NONCE }, used)
    expect(await dead).toBe(used)
    expect(asked).toMatchObject([{ functionName: 'authorizationState', args: [signer, NONCE] }])
  }
})

test('I4: DAI grants everything to its spender, or nothing where it says so, until the expiry', () => {
  const read = (allowed: boolean | string) =>
    readerOf('Permit', 'address holder').read(
      { holder: signer, spender, nonce: '7', expiry: '99', allowed },
      token,
    )
  const of = { token, spender, untilSeconds: 99n }
  expect(read(false)).toMatchObject({ owner: signer, authorities: [{ ...of, amountBaseUnits: 0n }] })
  for (const allowed of [true, 'false']) {
    expect(read(allowed)).toMatchObject({ authorities: [{ ...of, amountBaseUnits: 2n ** 256n - 1n }] })
  }
})
