import { type Address, encodeAbiParameters, encodeEventTopics, getAddress, type Log } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { wethAbi } from './abi.ts'
import { BASE } from './base.ts'
import { readWrapDeltas } from './wrap-deltas.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [account, other, stranger] = [at('a'), at('b'), at('c')]
const { weth } = BASE.addresses[1]

const log = (eventName: 'Deposit' | 'Withdrawal', owner: Address, wad: bigint, address: Address = weth) =>
  ({
    address,
    topics: encodeEventTopics({
      abi: wethAbi,
      eventName,
      args: eventName === 'Deposit' ? { dst: owner } : { src: owner },
    } as never),
    data: encodeAbiParameters([{ type: 'uint256' }], [wad]),
  }) as unknown as Log<bigint, number, false>

const read = (...logs: Log<bigint, number, false>[]) =>
  readWrapDeltas({ logs }, account).map(({ token, deltaBaseUnits }) => [token, deltaBaseUnits])

test('behavior: what is wrapped leaves as native coins and comes as tokens, and the other way round', () => {
  expect(read(log('Deposit', account, 5n), log('Withdrawal', account, 2n))).toEqual([
    [NATIVE_TOKEN, -5n],
    [weth, 5n],
    [NATIVE_TOKEN, 2n],
    [weth, -2n],
  ])
})

test('I61: what another account wraps is none of the own', () => {
  expect(read(log('Deposit', other, 5n), log('Withdrawal', other, 2n))).toEqual([])
})

test('I61: what another contract logs of the account wraps nothing', () => {
  expect(read(log('Deposit', account, 5n, stranger), log('Withdrawal', account, 2n, stranger))).toEqual([])
})
