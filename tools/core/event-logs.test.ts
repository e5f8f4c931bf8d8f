import * as fc from 'fast-check'
import {
  type AbiEvent,
  encodeAbiParameters,
  type Hex,
  keccak256,
  type Log,
  numberToHex,
  parseAbi,
  toEventSelector,
  decodeEventLog as viemsDecode,
  parseEventLogs as viemsParse,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeEventLog, parseEventLogs } from './event-logs.ts'
import { type DrawnParameters, drawnDamage, drawnParameters, outcome } from './fixtures/drawn-parameters.ts'

/** Encode an event as a contract emits it. */
function emit({ parameters, values }: DrawnParameters): {
  readonly event: AbiEvent
  readonly topics: readonly Hex[]
  readonly data: Hex
} {
  const event: AbiEvent = { type: 'event', name: 'Drawn', inputs: parameters }
  const pick = (isIndexed: boolean) =>
    parameters.flatMap(({ indexed }, at) => (indexed === isIndexed ? [at] : []))
  const encode = (places: readonly number[]) =>
    encodeAbiParameters(
      places.map((at) => parameters[at] as never),
      places.map((at) => values[at]) as never,
    )
  const topics = pick(true).map((at) => {
    const encoded = encode([at])
    return encoded.length === 66 ? encoded : keccak256(encoded)
  })
  return { event, topics: [toEventSelector(event), ...topics], data: encode(pick(false)) }
}

const toLog = (topics: readonly Hex[], data: Hex, blockNumber: bigint | Hex = 7n) =>
  ({ address: `0x${'aa'.repeat(20)}`, blockNumber, logIndex: 1, topics, data }) as unknown as Log

const OTHERS = parseAbi([
  'event Other(uint256 a)',
  'event Transfer(address indexed a, address indexed b, uint256 c)',
])

test('behavior: decodes and refuses as viem does', () => {
  let decoded = 0
  fc.assert(
    fc.property(
      drawnParameters,
      drawnDamage,
      fc.nat({ max: 4 }),
      fc.boolean(),
      (drawn, damage, kept, isStrict) => {
        const { event, topics, data } = emit(drawn)
        const log = { abi: [...OTHERS, event], data: damage(data), topics: topics.slice(0, kept) } as never
        const asked = isStrict ? log : { ...(log as object), strict: false }
        const ours = outcome(() => decodeEventLog(asked as never))
        expect(ours).toEqual(outcome(() => viemsDecode(asked as never)))
        if ('answer' in ours) decoded += 1
      },
    ),
    { numRuns: 500 },
  )
  expect(decoded).toBeGreaterThan(50)
})

test('behavior: finds the events of an ABI among logs as viem does', () => {
  let found = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(drawnParameters, drawnDamage), { maxLength: 4 }),
      fc.constantFrom(undefined, 'Drawn', 'Other', ['Drawn', 'Other'], []),
      fc.boolean(),
      (list, eventName, isStrict) => {
        const emitted = list.map(([drawn, damage]) => ({ ...emit(drawn), damage }))
        const abi = [...OTHERS, ...emitted.slice(1).map(({ event }) => event)]
        const logs = emitted.map(({ topics, data, damage }, at) =>
          toLog(topics, damage(data), at % 2 === 0 ? 7n : '0x7'),
        )
        const asked = { abi, logs: [...logs, toLog([], '0x')], ...(eventName ? { eventName } : {}) }
        const all = (isStrict ? asked : { ...asked, strict: false }) as never
        const ours = parseEventLogs(all) as readonly unknown[]
        expect(ours).toEqual(viemsParse(all))
        found += ours.length
      },
    ),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(50)
})

test('behavior: of events with one signature the one whose indexed members fit is read', () => {
  const abi = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  ])
  const topic = toEventSelector(abi[0])
  const party = numberToHex(5, { size: 32 })
  const amount = numberToHex(9, { size: 32 })
  const logs = [toLog([topic, party, party], amount), toLog([topic, party, party, amount], '0x')]
  expect(parseEventLogs({ abi, logs }).map(({ args }) => args)).toEqual([
    expect.objectContaining({ value: 9n }),
    expect.objectContaining({ tokenId: 9n }),
  ])
  const sender = parseEventLogs({ abi, logs, args: { from: `0x${'bb'.repeat(20)}` } })
  expect(sender).toEqual([])
})
