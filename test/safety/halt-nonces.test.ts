import { encodeFunctionData, type Hex, maxUint256, numberToHex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE as PERMIT2 } from '../../tools/protocols/permit2/base.ts'
import { type OpenEnvironment, openEnvironment } from './open-environment.ts'

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(() => environment?.close())

const abi = parseAbi(['function nonceBitmap(address owner, uint256 word) view returns (uint256)'])

test('I48: a halt uses up the unordered nonces of Permit2, so that no signature over one is taken afterwards', async () => {
  const stage = await environment.open({ profile: 'full' })
  const { permit2 } = PERMIT2.on(stage.book)
  const readWord = (word: bigint) =>
    environment.rpc.request<Hex>('eth_call', [
      {
        to: permit2 as Hex,
        data: encodeFunctionData({ abi, functionName: 'nonceBitmap', args: [stage.cage, word] }),
      },
      'latest',
    ])
  try {
    expect(BigInt(await readWord(0n))).toBe(0n)
    expect(
      (await stage.agent.call('emergency_halt', { reason: 'something looks wrong' })).error,
    ).toBeUndefined()
    expect(await readWord(0n)).toBe(numberToHex(maxUint256))
  } finally {
    await stage.close()
  }
})
