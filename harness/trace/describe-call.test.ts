import {
  type Address,
  encodeEventTopics,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  erc721Abi,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { multiSendAbi, safeActionsAbi } from '../../tools/protocols/safe/abi.ts'
import { putProtocolsOn } from '../../tools/runtime/protocol-ports.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { describeCall } from './describe-call.ts'
import { describeLog } from './describe-log.ts'
import { indexInterfaces } from './interface-index.ts'
import { nameAddresses } from './name-addresses.ts'

const addressOf = (symbol: string) =>
  EMBEDDED_BOOK.tokens.find((token) => token.symbol === symbol)?.address as Address
const [USDC, WETH] = [addressOf('USDC'), addressOf('WETH')]
const CAGE = '0x24B3c7704709ed1491473F30393FFc93cFB0FC34'
const UNKNOWN = '0x00000000000000000000000000000000DeaDBeef'
const attacker = ACTORS.attacker.address

const describing = () => ({
  index: indexInterfaces(EMBEDDED_BOOK),
  decoders: putProtocolsOn(DEV_REGISTRY.protocols, EMBEDDED_BOOK).decoders,
  names: nameAddresses(EMBEDDED_BOOK, { cage: CAGE }),
})

const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [attacker, 5_000_000n] })
const wrap = '0xd0e30db0'
const execute = encodeFunctionData({
  abi: policyCageAbi,
  functionName: 'execute',
  args: [
    [
      { target: USDC, value: 0n, data: approve },
      { target: WETH, value: 7n, data: wrap },
    ],
    99n,
    `0x${'11'.repeat(32)}`,
    '0x',
  ],
})

test('default: the calls within a call of the cage, with names, amounts and value', () => {
  const context = describing()
  const { calls, ...own } = describeCall({ to: CAGE, valueWei: 0n, data: execute }, context)
  expect(own).toMatchObject({ target: CAGE, function: 'execute', protocol: 'policy-cage' })
  expect(own.arguments?.map(({ name }) => name)).toEqual(['deadline', 'permitId', 'guardianSignature'])
  expect(calls).toEqual([
    {
      target: USDC,
      selector: '0x095ea7b3',
      function: 'approve',
      protocol: 'erc20',
      arguments: [
        { name: 'spender', type: 'address', value: attacker },
        { name: 'amount', type: 'uint256', value: '5000000', units: { '': { symbol: 'USDC', decimals: 6 } } },
      ],
    },
    { target: WETH, valueWei: '7', selector: wrap, function: 'deposit', protocol: 'weth', arguments: [] },
  ])
  expect(context.names.listMet()).toEqual({
    [CAGE]: 'cage',
    [USDC]: 'USDC',
    [WETH]: 'WETH',
    [attacker]: 'attacker',
  })
})

test('behavior: what an account passes on is unfolded by its protocol', () => {
  const passed = encodeFunctionData({
    abi: safeActionsAbi,
    functionName: 'execTransaction',
    args: [CAGE, 0n, execute, 0, 0n, 0n, 0n, UNKNOWN, UNKNOWN, '0x'],
  })
  const outer = describeCall({ to: UNKNOWN, valueWei: 0n, data: passed }, describing())
  expect(outer.function).toBe('execTransaction')
  expect(outer.calls?.[0]).toEqual(describeCall({ to: CAGE, valueWei: 0n, data: execute }, describing()))

  const pack = (to: Address, data: Hex) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, 0n, BigInt(data.length / 2 - 1), data],
    )
  const batch = encodeFunctionData({
    abi: multiSendAbi,
    functionName: 'multiSend',
    args: [`${pack(USDC, approve)}${pack(WETH, wrap).slice(2)}` as Hex],
  })
  const unfolded = describeCall({ to: UNKNOWN, valueWei: 0n, data: batch }, describing())
  expect(unfolded.calls?.map((call) => call.function)).toEqual(['approve', 'deposit'])
  expect(unfolded.arguments).toEqual([])
})

test.each([
  ['nobody knows the selector', '0x12345678aabb'],
  ['the bytes are cut off', approve.slice(0, -2)],
] as const)('behavior: where %s, selector and bytes stay', (_, data) => {
  expect(describeCall({ to: USDC, valueWei: 0n, data: data as Hex }, describing())).toEqual({
    target: USDC,
    selector: data.slice(0, 10),
    data,
  })
})

test('behavior: value alone, bytes below a selector, and a creation', () => {
  expect(describeCall({ to: attacker, valueWei: 3n, data: '0x' }, describing())).toEqual({
    target: attacker,
    valueWei: '3',
  })
  expect(describeCall({ to: attacker, valueWei: 0n, data: '0x1234' }, describing())).toEqual({
    target: attacker,
    data: '0x1234',
  })
  expect(describeCall({ to: undefined, valueWei: 0n, data: '0x6000600060' }, describing()).target).toBeNull()
})

test('behavior: a call that holds itself without end is unfolded to a depth', () => {
  let data = execute
  for (let depth = 0; depth < 20; depth += 1) {
    data = encodeFunctionData({
      abi: policyCageAbi,
      functionName: 'execute',
      args: [[{ target: CAGE, value: 0n, data }], 99n, `0x${'11'.repeat(32)}`, '0x'],
    })
  }
  let call = describeCall({ to: CAGE, valueWei: 0n, data }, describing())
  let depth = 0
  while (call.calls?.[0]) {
    call = call.calls[0]
    depth += 1
  }
  expect(depth).toBe(6)
  // What is not unfolded is told as an argument.
  expect(call.arguments?.map(({ name }) => name)).toContain('calls')
})

const transfer = (abi: typeof erc20Abi | typeof erc721Abi) =>
  encodeEventTopics({
    abi,
    eventName: 'Transfer',
    args: { from: CAGE, to: attacker, tokenId: 9n } as never,
  }) as Hex[]

test('behavior: events of tokens are told by their members, fungible or not', () => {
  const amount = `0x${12n.toString(16).padStart(64, '0')}` as const
  const log = describeLog({ address: USDC, topics: transfer(erc20Abi), data: amount }, describing())
  expect(log.event).toBe('Transfer')
  expect(log.arguments?.map(({ value }) => value)).toEqual([CAGE, attacker, '12'])
  expect(log.arguments?.[2]?.units).toEqual({ '': { symbol: 'USDC', decimals: 6 } })
  const single = describeLog({ address: UNKNOWN, topics: transfer(erc721Abi), data: '0x' }, describing())
  expect(single.arguments?.map(({ name, value }) => [name, value])).toEqual([
    ['from', CAGE],
    ['to', attacker],
    ['tokenId', '9'],
  ])
})

test('behavior: an event that nobody knows, or whose bytes are none, keeps topics and bytes', () => {
  const topics = encodeEventTopics({
    abi: parseAbi(['event Odd(uint256 indexed a)']),
    eventName: 'Odd',
    args: { a: 1n },
  })
  expect(describeLog({ address: USDC, topics: topics as Hex[], data: '0x12' }, describing())).toEqual({
    emitter: USDC,
    topics,
    data: '0x12',
  })
  expect(
    describeLog({ address: USDC, topics: transfer(erc20Abi), data: '0x' }, describing()).topics,
  ).toHaveLength(3)
  expect(describeLog({ address: USDC, topics: [], data: '0x' }, describing())).toEqual({
    emitter: USDC,
    topics: [],
  })
})
