import {
  type AbiParameter,
  type Address,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  size,
  toEventSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { readLog } from './read-log.ts'

const abi = parseAbi(['event Said(bytes[] words)'])
const EMITTER: Address = `0x${'22'.repeat(20)}`
const PARAMETERS: readonly AbiParameter[] = [{ type: 'bytes[]' }]

const read = (data: Hex) =>
  readLog(
    {
      book: { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: {} },
      interfaces: {
        contracts: [],
        listCandidates: () => [{ protocol: 'herald', abi, isCertain: false }],
        explainRevert: () => '',
      },
    },
    { address: EMITTER, topics: [toEventSelector('Said(bytes[])')], data },
  )

describe('readLog', () => {
  test('default: an event by the known interface, with its arguments', () =>
    expect(read(encodeAbiParameters(PARAMETERS, [['0x11', '0x22']]))).toMatchObject({
      protocol: 'herald',
      eventName: 'Said',
      args: [{ name: 'words', type: 'bytes[]', value: ['0x11', '0x22'] }],
      raw: null,
    }))

  test('behavior: what is longer than is decoded keeps its bytes', () => {
    const data = encodeAbiParameters(PARAMETERS, [[`0x${'11'.repeat(131_072)}`]])
    expect(size(data)).toBeGreaterThan(131_072)
    expect(read(data)).toMatchObject({ eventName: null, args: [], raw: { data } })
  })
})
