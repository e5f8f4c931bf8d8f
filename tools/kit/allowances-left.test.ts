import * as fc from 'fast-check'
import {
  type Address,
  erc20Abi,
  getAddress,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import { expect, test } from 'vitest'
import type { AllowanceAfter } from '../core/outcome.ts'
import { readAllowancesLeft } from './allowances-left.ts'

const ADDRESSES = ['aa', 'bb', 'cc'].map((byte) => getAddress(`0x${byte.repeat(20)}`)) as Address[]
const address = fc.constantFrom(...ADDRESSES)

const TOPICS = [
  'Approval(address,address,uint256)',
  'Transfer(address,address,uint256)',
  'Other(uint256)',
].map((event) => toEventSelector(event))

const party = address.map((one): Hex => `0x${one.slice(2).toLowerCase().padStart(64, '0')}`)
const word = fc.nat(20).map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`)
const log = fc
  .record({
    address,
    event: fc.constantFrom(...TOPICS),
    parties: fc.array(party, { minLength: 1, maxLength: 3 }),
    data: fc.oneof(
      { weight: 6, arbitrary: word },
      fc.constantFrom<Hex>('0x', '0x01', `0x${'00'.repeat(40)}`),
    ),
  })
  .map(({ address: emitter, event, parties, data }) => ({
    address: emitter,
    topics: [event, ...parties],
    data,
  }))

/** The same by viem's reading of logs. */
function readByViem(logs: TransactionReceipt['logs'], allowance: AllowanceAfter): bigint | undefined {
  let left: bigint | undefined
  for (const said of parseEventLogs({ abi: erc20Abi, logs })) {
    if (!isAddressEqual(said.address, allowance.token)) continue
    if (said.eventName === 'Approval') {
      const { owner, spender, value } = said.args
      if (isAddressEqual(owner, allowance.owner) && isAddressEqual(spender, allowance.spender)) left = value
    } else if (left !== undefined && isAddressEqual(said.args.from, allowance.owner)) {
      left = left > said.args.value ? left - said.args.value : 0n
    }
  }
  return left
}

test('behavior: what is left is what viem reads of the logs', () => {
  const allowance = { token: ADDRESSES[0], owner: ADDRESSES[1], spender: ADDRESSES[2], valueBaseUnits: 0n }
  const asked = allowance as AllowanceAfter
  let known = 0
  fc.assert(
    fc.property(fc.array(log, { maxLength: 12 }), (list) => {
      const logs = list as unknown as TransactionReceipt['logs']
      const left = readByViem(logs, asked)
      if (left !== undefined) known += 1
      expect(readAllowancesLeft({ logs }, [asked])).toEqual(
        left === undefined ? [] : [{ ...asked, valueBaseUnits: left }],
      )
    }),
    { numRuns: 1_000 },
  )
  expect(known).toBeGreaterThan(20)
})
