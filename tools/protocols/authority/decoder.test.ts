import { type Address, encodeFunctionData, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { indexDecoders } from '../../core/decoder-index.ts'
import { switchAbi, unboundedAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [account, token, other] = [at('5'), at('1'), at('6')]
const decoders = indexDecoders([PROTOCOL], { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: {} })
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: [...unboundedAbi, ...switchAbi], functionName, args } as never)
const decode = (functionName: string, args: readonly unknown[], valueWei = 0n) =>
  decoders.decode({ to: token, valueWei, data: encode(functionName, args) }, account)

const WORD = `0x${'00'.repeat(32)}` as const
const AUTHORIZATION = [account, other, 1n, 0n, 1n, WORD, 27, WORD, WORD]

describe('blanket authority', () => {
  test.each([
    ['permit', [account, other, 1n, 2n, 27, WORD, WORD]],
    ['permit', [account, other, 1n, 2n, true, 27, WORD, WORD]],
    ['transferWithAuthorization', AUTHORIZATION],
    ['receiveWithAuthorization', AUTHORIZATION],
  ] as const)('I31: %s by signature is forbidden by name', (name, args) => {
    expect(decode(name, args)?.forbidden).toBe(`${name} by signature`)
  })

  test('I31: the selector decides, dirty arguments or value do not', () => {
    const data = `${encode('permit', [account, other, 1n, 2n, 27, WORD, WORD])}00` as const
    expect(decoders.decode({ to: token, valueWei: 1n, data }, account)?.forbidden).toBe('permit by signature')
  })

  test('I31: what is switched on is forbidden, switching it off is understood', () => {
    expect(decode('setOperator', [other, true])?.forbidden).toBe('setOperator')
    expect(decode('setOperator', [other, false])).toMatchObject({
      functionName: 'setOperator',
      approvals: [],
    })
    expect(decode('setOperator', [other, false], 1n)).toBeUndefined()
    expect(decode('setApprovalForAll', [other, true])?.forbidden).toBe('setApprovalForAll')
    // Which token it is, its own decoder knows.
    expect(decode('setApprovalForAll', [other, false])).toBeUndefined()
  })
})
